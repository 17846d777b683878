import type { RoomsPort } from "#core/ports/rooms.ts"
import { mintTicket } from "#party/ticket.ts"
import type { RoomHost } from "./room-host.ts"

/** Rooms in this process: publishing is a function call. */
export function embeddedRooms({ secret, host }: { secret: string; host: RoomHost }): RoomsPort {
  return {
    publish: async (message) => host.publish(message),
    mintTicket: (request) => mintTicket(secret, request),
    countSockets: async () => host.countSockets(),
  }
}
