import type { Server } from "bun"
import { log, withLogScope } from "#core/log.server.ts"
import { newRequestId } from "#core/request-id.ts"
import type { SocketData } from "./bun-sockets.ts"
import type { RoomHost } from "./room-host.ts"

/** Returns a room's response and logs it without the room or the ticket, since both identify one person. */
export function answerRoom(
  rooms: RoomHost,
  request: Request,
  server: Server<SocketData>,
): Promise<Response | undefined> {
  const where = () => ({ route: "/parties/:role/:room" })
  return withLogScope({ requestId: newRequestId(), where }, async () => {
    const from = performance.now()
    const answer = await rooms.fetch(request, server)
    const status = answer?.status ?? SWITCHED
    const facts = { method: request.method, status, ms: Math.round(performance.now() - from) }
    if (status >= 400) log.warn("request", facts)
    // Every message to a room is a request, so most are logged at debug.
    else (status === SWITCHED ? log.info : log.debug)("request", facts)
    return answer
  })
}

const SWITCHED = 101
