import { isPartyName, isRoomId } from "#core/ports/room-membership.ts"
import type { Publication, RoomAddress } from "#core/ports/rooms.ts"
import { isPublication } from "#party/role-room.ts"
import { isServerCall } from "#party/server-call.ts"
import { nativeSigning } from "./native-signing.ts"

type Mail = RoomAddress & Publication

/** `/parties` itself, which PartyKit does not have. */
export const HOST_PATH = "/parties"
const MAX_BODY_CHARS = 1024 * 1024

/**
 * The server's calls to the whole host: how much is going on (GET), and messages for any number of rooms (POST), of which
 * all arrive, or none where one of them is none.
 */
export async function answerHostCall(
  request: Request,
  host: { secret: string; publish(message: Mail): void; count(): { rooms: number; sockets: number } },
): Promise<Response> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_CHARS)
    return new Response("too many messages", { status: 413 })
  const { method } = request
  const body = await request.text()
  const authorization = request.headers.get("authorization")
  if (!(await isServerCall(host.secret, { method, path: HOST_PATH, body, authorization }, nativeSigning)))
    return new Response("no such room", { status: 404 })
  if (method !== "POST") return Response.json(host.count())
  const mail = mailIn(body)
  if (!mail) return new Response("expected [{party, room, id, type, data}]", { status: 400 })
  for (const message of mail) host.publish(message)
  return Response.json({ told: mail.length })
}

function mailIn(body: string): Mail[] | null {
  try {
    const mail: unknown = JSON.parse(body)
    return Array.isArray(mail) && mail.every(isMail) ? mail : null
  } catch {
    return null
  }
}

function isMail(one: unknown): one is Mail {
  if (!isPublication(one)) return false
  const { party, room } = one as Partial<RoomAddress>
  return isPartyName(party) && typeof room === "string" && isRoomId(room)
}
