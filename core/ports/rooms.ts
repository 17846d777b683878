/** One party per role; a person's own room is `<party>/<userId>`. */
export const PARTIES = ["customer", "seller", "deliverer", "admin"] as const
export type PartyName = (typeof PARTIES)[number]

export type RoomAddress = { party: PartyName; room: string }

/** The room of all couriers that may take a waiting delivery. */
export const WAITING_ROOM = { party: "deliverer", room: "waiting" } as const satisfies RoomAddress
/** The room of every admin page. */
export const OPS_ROOM = { party: "admin", room: "ops" } as const satisfies RoomAddress

/**
 * What changed. Browsers get `type` and `data`; `id` names the message for the outbox, and `traceparent` is the trace
 * that it belongs to, if there is one.
 */
export type Publication = { id: string; type: string; data: unknown; traceparent?: string }

/** `sessionId`: whose sign-in it is, so that the room can close its sockets when it ends. */
export type TicketRequest = RoomAddress & { userId: string; role: PartyName; sessionId: string }

/** The type of the one message that is for the room itself: close the sockets of a session, or of all of a person's. */
export const SESSIONS_ENDED = "sessions-ended"
export type SessionsEnded = { userId: string; sessionId?: string | undefined }

/** The room a role's every page listens to: one's own, and for admins the one they share. */
export function homeRoom({ role, userId }: { role: PartyName; userId: string }): RoomAddress {
  return role === "admin" ? OPS_ROOM : { party: role, room: userId }
}

/** `expiresAt` is in epoch milliseconds; the room closes the socket then, and the client fetches another. */
export type RoomTicket = { ticket: string; expiresAt: number; room: string; host?: string }

/** What core and the workers need of the live rooms. Rooms hold no truth: a page reloads what a message names. */
export interface RoomsPort {
  /** Sends to everyone in the room. Rejects when the room's host does not answer: the outbox retries. */
  publish(message: RoomAddress & Publication): Promise<void>
  /** Signs a short-lived, single-use ticket. Rejects what `mayJoin` rejects; the caller has checked the session. */
  mintTicket(request: TicketRequest): Promise<RoomTicket>
  /** Open sockets in all rooms; undefined where the host cannot tell (Cloudflare keeps no list of rooms). */
  countSockets(): Promise<number | undefined>
}
