import { OPS_ROOM, PARTIES, type PartyName, type TicketRequest, WAITING_ROOM } from "./rooms.ts"

/** The rooms of each party: each person's own room, and rooms that the whole role shares. */
const ROOMS: Record<PartyName, { own: boolean; shared: readonly string[] }> = {
  customer: { own: true, shared: [] },
  seller: { own: true, shared: [] },
  deliverer: { own: true, shared: [WAITING_ROOM.room] },
  admin: { own: false, shared: [OPS_ROOM.room] },
}

const ROOM_ID = /^[\w-]{1,64}$/

export function isPartyName(name: string | undefined): name is PartyName {
  return PARTIES.some((party) => party === name)
}

/** Room ids appear in URL paths, and hosts disagree about escaping, so ids that need escaping are rejected. */
export function isRoomId(id: string | undefined): id is string {
  return id !== undefined && ROOM_ID.test(id)
}

/** Whether the ticket's holder may join the room: only in their own role's party, and never another person's room. */
export function mayJoin({ party, room, userId, role }: Omit<TicketRequest, "sessionId">): boolean {
  if (party !== role || !isPartyName(party) || !isRoomId(room)) return false
  const { own, shared } = ROOMS[party]
  if (shared.includes(room)) return true
  return own && room === userId
}
