import { createHash } from "node:crypto"
import type { RoomAddress } from "#core/ports/rooms.ts"

/** One of the rooms' processes: as the server calls it, and as browsers reach it. */
export type Shard = { inside: string; outside: string }

/** The rooms' processes that PARTY_HOST lists, each with its own name of PARTY_PUBLIC_HOST where that is set. */
export function roomShards(settings: {
  PARTY_HOST?: string | undefined
  PARTY_PUBLIC_HOST?: string | undefined
}): Shard[] {
  const outside = names(settings.PARTY_PUBLIC_HOST)
  return names(settings.PARTY_HOST).map((inside, at) => ({ inside, outside: outside[at] ?? inside }))
}

/**
 * The process that holds a room. Everybody with the same list comes to the same answer, in whatever order it stands,
 * and one more process moves only the rooms that it gets (rendezvous hashing).
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
