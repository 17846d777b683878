import { isPartyName, isRoomId } from "../core/ports/room-membership.ts"
import type { RoomAddress } from "../core/ports/rooms.ts"
import { isServerCall } from "./server-call.ts"
import { readTicket, type TicketClaims } from "./ticket.ts"

const CLAIMS_HEADER = "x-room-claims"
const LARGEST_BODY_CHARS = 64 * 1024

/**
 * Checks a ticket before the room exists, so that a stranger's request creates none. Returns the request for the room,
 * with the ticket's claims in place of the ticket, or the response that rejects it.
 */
export async function admitSocket(secret: string, request: Request): Promise<Request | Response> {
  const url = new URL(request.url)
  const address = roomAddress(url.pathname)
  if (!address) return new Response("no such room", { status: 404 })
  const claims = await readTicket(secret, url.searchParams.get("ticket"), address)
  if (typeof claims === "string") return new Response(claims, { status: 401 })
  // partyserver identifies sockets by the client's own _pk. Our own new id prevents a second socket from replacing the
  // first.
  url.searchParams.set("_pk", crypto.randomUUID())
  url.searchParams.delete("ticket")
  const headers = new Headers(request.headers)
  headers.set(CLAIMS_HEADER, JSON.stringify(claims))
  return new Request(url.toString(), { headers })
}

/** Returns the claims that `admitSocket` checked; it overwrites claims that a client sent. */
export function admittedClaims(request: { headers: { get(name: string): string | null } }): TicketClaims {
  return JSON.parse(request.headers.get(CLAIMS_HEADER) ?? "") as TicketClaims
}

/** Checks the server's signature. Returns the request for the room, or the response that rejects it. */
export async function admitCall(secret: string, request: Request): Promise<Request | Response> {
  const { method } = request
  const path = new URL(request.url).pathname
  if (!roomAddress(path)) return new Response("no such room", { status: 404 })
  const body = await request.text()
  if (body.length > LARGEST_BODY_CHARS) return new Response("message too large", { status: 413 })
  const authorization = request.headers.get("authorization")
  if (!(await isServerCall(secret, { method, path, body, authorization })))
    return new Response("not signed by the server", { status: 401 })
  return new Request(request.url, { method, body: method === "POST" ? body : null })
}

/** Returns the room that a path `/parties/:party/:room` names; null if there can be no such room. */
export function roomAddress(pathname: string): RoomAddress | null {
  const [empty, parties, party, room, ...rest] = pathname.split("/")
  if (empty !== "" || parties !== "parties" || rest.length > 0) return null
  return isPartyName(party) && isRoomId(room) ? { party, room } : null
}
