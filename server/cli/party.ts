import { bunSockets } from "#server/adapters/rooms/bun-sockets.ts"
import { redactTicket } from "#server/adapters/rooms/redact-ticket.ts"
import { createRoomHost } from "#server/adapters/rooms/room-host.ts"
import { openTraces, tracesOf } from "#server/adapters/telemetry/open-traces.ts"
import { exitWith } from "#server/cli/exit-with.ts"
import { onEndOfParent } from "#server/cli/parent.ts"
import { rejectBusyPort } from "#server/cli/ports.ts"
import { StartError } from "#server/config/start-error.ts"

/** A room takes far less; this is what is read of a stranger's request. */
const LARGEST_BODY_BYTES = 1_048_576

/** The live rooms as a process of their own (`party` in docker-compose); web and worker find it by PARTY_HOST. */
async function serveRooms(): Promise<void> {
  const secret = process.env.ROOMS_SECRET ?? ""
  if (secret.length < 32)
    throw new StartError(
      "ROOMS_SECRET is missing or shorter than 32 characters. Set it to the same value as for web and worker.",
    )
  const port = Number(process.env.PORT ?? 1999)
  const hostname = process.env.HOST ?? "127.0.0.1"
  await rejectBusyPort(port, hostname)
  const closeTraces = await openTraces(tracesOf(process.env))
  const rooms = createRoomHost({ secret })
  const server = Bun.serve({
    port,
    hostname,
    websocket: bunSockets,
    maxRequestBodySize: LARGEST_BODY_BYTES,
    async fetch(request, server) {
      if (new URL(request.url).pathname === "/health") return Response.json({ status: "ok" })
      const answer = await rooms.fetch(request, server)
      if (answer && answer.status >= 400)
        console.warn(`${request.method} ${redactTicket(request.url)} ${answer.status}`)
      return answer
    },
  })
  console.log(`Rooms on ${server.url.origin}`)
  const stop = async () => {
    rooms.close()
    await server.stop(true)
    await closeTraces()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  onEndOfParent(stop)
}

try {
  await serveRooms()
} catch (error) {
  exitWith(error)
}
