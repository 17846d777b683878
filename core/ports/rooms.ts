/** One party per role; a person's own room is `<party>/<userId>`. */
export const PARTIES = ["customer", "seller", "deliverer", "admin"] as const
export type PartyName = (typeof PARTIES)[number]

export type RoomAddress = { party: PartyName; room: string }

/** The room of all couriers who may take a waiting delivery. */
export const WAITING_ROOM = { party: "deliverer", room: "waiting" } as const satisfies RoomAddress
/** The room of every admin page. */
export const OPS_ROOM = { party: "admin", room: "ops" } as const satisfies RoomAddress

/**
 * A message about a change. Browsers get `type` and `data`; `id` identifies the message for the outbox, and
 * `traceparent` is its trace, if there is one.
 */
export type Publication = { id: string; type: string; data: unknown; traceparent?: string }

/** `sessionId` is the session of the ticket's holder: the room closes its sockets when the session ends. */
export type TicketRequest = RoomAddress & { userId: string; role: PartyName; sessionId: string }

/** The type of the one message for the room itself: close the sockets of one session, or of all of a person's. */
export const SESSIONS_ENDED = "sessions-ended"
export type SessionsEnded = { userId: string; sessionId?: string | undefined }

/** The room that every page of a role listens to: the person's own room, or the shared room for admins. */
export function homeRoom({ role, userId }: { role: PartyName; userId: string }): RoomAddress {
  return role === "admin" ? OPS_ROOM : { party: role, room: userId }
}

/** `expiresAt` is in epoch milliseconds; the room then closes the socket, and the client fetches another ticket. */
export type RoomTicket = { ticket: string; expiresAt: number; room: string; host?: string }

/** The live rooms, for core and the workers. Rooms hold no data of record: a page reloads what a message names. */
export interface RoomsPort {
  /** Sends to everyone in the room. Rejects if the room's host does not respond: the outbox retries. */
  publish(message: RoomAddress & Publication): Promise<void>
  /** Signs a short-lived, single-use ticket. Rejects if `mayJoin` does; the caller must have checked the session. */
  mintTicket(request: TicketRequest): Promise<RoomTicket>
  /**
   * The number of open sockets in all rooms; undefined if the host cannot count them (Cloudflare cannot list rooms).
   */
  countSockets(): Promise<number | undefined>
}
