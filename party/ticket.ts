import { sign, verify } from "hono/jwt"
import { z } from "zod"
import { mayJoin } from "../core/ports/room-membership.ts"
import { PARTIES, type RoomAddress, type RoomTicket, type TicketRequest } from "../core/ports/rooms.ts"

/** A socket is closed when its ticket expires, if not before. */
const TICKET_LIFETIME_SECONDS = 5 * 60
/**
 * The server's own calls are signed with the same secret for another audience, so that a ticket is not accepted as a
 * call, nor a call as a ticket.
 */
const AUDIENCE = "room-ticket"

const claimsSchema = z.object({
  party: z.enum(PARTIES),
  room: z.string(),
  userId: z.string(),
  role: z.enum(PARTIES),
  sessionId: z.string(),
  /** In seconds since 1970, as in every JWT. */
  exp: z.int(),
  jti: z.string(),
})

export type TicketClaims = z.infer<typeof claimsSchema>
type Rejection = "ticket missing" | "ticket forged" | "ticket expired" | "ticket for another room"

/**
 * Signs a ticket that opens one room, once, until it expires.
 * @throws Error for a room that the person does not belong to.
 */
export async function mintTicket(
  secret: string,
  { party, room, userId, role, sessionId }: TicketRequest,
  lifetimeSeconds = TICKET_LIFETIME_SECONDS,
): Promise<RoomTicket> {
  if (!mayJoin({ party, room, userId, role })) throw new Error(`a ${role} may not join ${party}/${room}`)
  const exp = Math.floor(Date.now() / 1_000) + lifetimeSeconds
  const claims: TicketClaims = { party, room, userId, role, sessionId, exp, jti: crypto.randomUUID() }
  const ticket = await sign({ aud: AUDIENCE, ...claims }, secret, "HS256")
  return { ticket, expiresAt: exp * 1_000, room }
}

/** Returns the claims of a ticket that opens this room now, or why it does not. */
export async function readTicket(
  secret: string,
  ticket: string | null,
  { party, room }: RoomAddress,
): Promise<TicketClaims | Rejection> {
  if (!ticket) return "ticket missing"
  try {
    const { data: claims } = claimsSchema.safeParse(
      await verify(ticket, secret, { alg: "HS256", aud: AUDIENCE }),
    )
    if (!claims) return "ticket forged"
    return claims.party === party && claims.room === room && mayJoin(claims)
      ? claims
      : "ticket for another room"
  } catch (error) {
    return (error as Error).name === "JwtTokenExpired" ? "ticket expired" : "ticket forged"
  }
}
