import { mayJoin } from "../core/ports/room-membership.ts"
import type { RoomAddress, RoomTicket, TicketRequest } from "../core/ports/rooms.ts"
import { decodeText, encodeText, sign, verify } from "./signature.ts"

/** A socket lives as long as its ticket, whatever else closes it before. */
const TICKET_LIFETIME_MS = 5 * 60_000

export type TicketClaims = TicketRequest & { exp: number; jti: string }
export type TicketRefusal = "ticket missing" | "ticket forged" | "ticket expired" | "ticket for another room"

/** Signs `{party, room, userId, role, sessionId, exp, jti}`; throws for a room that the person does not belong to. */
export async function mintTicket(
  secret: string,
  { party, room, userId, role, sessionId }: TicketRequest,
  lifetimeMs = TICKET_LIFETIME_MS,
): Promise<RoomTicket> {
  if (!mayJoin({ party, room, userId, role })) throw new Error(`a ${role} may not join ${party}/${room}`)
  const claims: TicketClaims = {
    party,
    room,
    userId,
    role,
    sessionId,
    exp: Date.now() + lifetimeMs,
    jti: crypto.randomUUID(),
  }
  return { ticket: await signClaims(secret, claims), expiresAt: claims.exp, room }
}

/** The claims of a ticket that opens this room now, or why it does not. */
export async function readTicket(
  secret: string,
  ticket: string | null,
  address: RoomAddress,
): Promise<TicketClaims | TicketRefusal> {
  if (!ticket) return "ticket missing"
  const [payload = "", signature = ""] = ticket.split(".")
  if (!(await verify(secret, `ticket.${payload}`, signature))) return "ticket forged"
  const claims = claimsIn(payload)
  if (!claims) return "ticket forged"
  if (claims.exp <= Date.now()) return "ticket expired"
  if (claims.party !== address.party || claims.room !== address.room || !mayJoin(claims))
    return "ticket for another room"
  return claims
}

/** What is signed and no ticket all the same was signed by another program that has the key. */
function claimsIn(payload: string): TicketClaims | null {
  try {
    const claims = JSON.parse(decodeText(payload) ?? "") as Partial<TicketClaims> | null
    if (typeof claims?.exp !== "number" || typeof claims.jti !== "string") return null
    // A server of the version before names no session: each of its tickets counts by itself.
    return { ...(claims as TicketClaims), sessionId: claims.sessionId ?? claims.jti }
  } catch {
    return null
  }
}

/** Signed as `ticket.…`, publishing as `publish.…`: neither signature passes for the other. */
export async function signClaims(secret: string, claims: TicketClaims): Promise<string> {
  const payload = encodeText(JSON.stringify(claims))
  return `${payload}.${await sign(secret, `ticket.${payload}`)}`
}
