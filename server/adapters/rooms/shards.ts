import { createHash } from "node:crypto"
import type { RoomAddress } from "#core/ports/rooms.ts"

/** One of the rooms' processes: its URL for the server, and its URL for browsers. */
export type Shard = { inside: string; outside: string }

/** The rooms' processes that PARTY_HOST lists, each with its own name of PARTY_PUBLIC_HOST if that is set. */
export function roomShards(settings: {
  PARTY_HOST?: string | undefined
  PARTY_PUBLIC_HOST?: string | undefined
}): Shard[] {
  const outside = names(settings.PARTY_PUBLIC_HOST)
  return names(settings.PARTY_HOST).map((inside, at) => ({ inside, outside: outside[at] ?? inside }))
}

/**
 * The process that holds a room. The same list gives the same result in any order, and adding a process moves only the
 * rooms that it takes over (rendezvous hashing).
 * @throws RangeError for an empty list.
 */
export function shardOf(shards: readonly Shard[], { party, room }: RoomAddress): Shard {
  const weighed = shards.map((shard) => ({ shard, weight: weight(`${shard.inside} ${party}/${room}`) }))
  const heaviest = weighed.reduce((best, next) => (next.weight > best.weight ? next : best))
  return heaviest.shard
}

function weight(text: string): number {
  return createHash("sha1").update(text).digest().readUInt32BE(0)
}

function names(listed: string | undefined): string[] {
  const all = (listed ?? "").split(",").map((name) => name.trim())
  return all.filter(Boolean)
}
