import type { RoomsPort } from "#core/ports/rooms.ts"
import type { Env } from "#server/platform/env.ts"
import { embeddedRooms } from "./embedded-rooms.ts"
import { remoteRooms } from "./remote-rooms.ts"
import { createRoomHost, type RoomHost } from "./room-host.ts"

export interface Rooms {
  port: RoomsPort
  /** Set where this very process holds the rooms, and their sockets arrive here. */
  host?: RoomHost
  /** Otherwise where they are, as the server calls it. */
  privateHost?: string
}

/** Rooms in this process, or in the one that PARTY_HOST names. */
export function composeRooms(env: Env): Rooms {
  const secret = env.ROOMS_SECRET
  if (env.PARTY_HOST)
    return {
      privateHost: env.PARTY_HOST,
      port: remoteRooms({ secret, partyHost: env.PARTY_HOST, publicHost: env.PARTY_PUBLIC_HOST }),
    }
  const host = createRoomHost({ secret })
  return { host, port: embeddedRooms({ secret, host }) }
}
