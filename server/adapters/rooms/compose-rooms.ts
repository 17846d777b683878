import type { RoomAddress, RoomsPort } from "#core/ports/rooms.ts"
import type { Env } from "#server/config/env.ts"
import { embeddedRooms } from "./embedded-rooms.ts"
import { remoteRooms } from "./remote-rooms.ts"
import { createRoomHost, type RoomHost } from "./room-host.ts"
import { roomShards, shardOf } from "./shards.ts"

export interface Rooms {
  port: RoomsPort
  /** Set if this process runs the rooms; their sockets connect here. */
  host?: RoomHost
  /** Set otherwise: the URL at which the server reaches a room. */
  hostOf?(address: RoomAddress): string
}

/** Runs the rooms in this process, or uses those that PARTY_HOST names. */
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
