import type { RoomAddress, RoomsPort } from "#core/ports/rooms.ts"
import type { Env } from "#server/config/env.ts"
import { embeddedRooms } from "./embedded-rooms.ts"
import { remoteRooms } from "./remote-rooms.ts"
import { createRoomHost, type RoomHost } from "./room-host.ts"
import { roomShards, shardOf } from "./shards.ts"

export interface Rooms {
  port: RoomsPort
  /** Set where this very process holds the rooms, and their sockets arrive here. */
  host?: RoomHost
  /** Otherwise where a room is, as the server calls it. */
  hostOf?(address: RoomAddress): string
}

/** Rooms in this process, or in those that PARTY_HOST names. */
export function composeRooms(env: Env): Rooms {
  const secret = env.ROOMS_SECRET
  if (env.PARTY_HOST)
    return {
      hostOf: (address) => shardOf(roomShards(env), address).inside,
      port: remoteRooms({ secret, partyHost: env.PARTY_HOST, publicHost: env.PARTY_PUBLIC_HOST }),
    }
  const host = createRoomHost({ secret })
  return { host, port: embeddedRooms({ secret, host }) }
}
