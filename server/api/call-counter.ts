import type { Network } from "#core/identity/networks.ts"

export type Count = { used: number; resetsAt: number }

/** Counts calls by whom they come from, in windows that begin with the first call. */
export interface CallCounter {
  /** One more call. Never rejects: what cannot be counted together is counted in this process. */
  count(key: string, windowMs: number): Promise<Count>
  close(): void
}

/** Counts one more call by each of these names, and answers how many the tightest has left; fewer than none: too many. */
export async function countCall(
  calls: CallCounter,
  names: readonly Network[],
  { limit, windowMs }: { limit: number; windowMs: number },
): Promise<{ left: number; resetsAt: number }> {
  const counts = await Promise.all(
    names.map(async ({ name, times }) => {
      const { used, resetsAt } = await calls.count(name, windowMs)
      return { left: limit * times - used, resetsAt }
    }),
  )
  return counts.reduce((least, count) => (count.left < least.left ? count : least))
}

/** A call waits no longer for its count than this. */
const PATIENCE_MS = 250

/** Over all processes where they share a Redis, in this one otherwise. */
export function composeCallCounter(
  { REDIS_URL: url }: { REDIS_URL?: string | undefined },
  patienceMs = PATIENCE_MS,
): CallCounter {
  return url ? sharedCallCounter(url, patienceMs) : ownCallCounter()
}

/** A call adds one key at most and looks at two of the oldest, so that what is over goes faster than new ones come. */
const FORGOTTEN_AT_ONCE = 2

export function ownCallCounter(): CallCounter {
  // In the order in which their windows began. A longer one only keeps those behind it for longer. No cache with a size: a count
  // that made room for others would let its caller begin again.
  const counts = new Map<string, Count>()
  return {
    async count(key, windowMs) {
      const now = Date.now()
      for (let left = FORGOTTEN_AT_ONCE; left > 0; left -= 1) {
        const [oldest] = counts
        if (!oldest || oldest[1].resetsAt > now) break
        counts.delete(oldest[0])
      }
      let count = counts.get(key)
      if (!count || count.resetsAt <= now) {
        counts.delete(key)
        count = { used: 0, resetsAt: now + windowMs }
        counts.set(key, count)
      }
      count.used += 1
      return { ...count }
    },
    close: () => counts.clear(),
  }
}

const PREFIX = "pushcart:calls:"
/** In one step, so that a process that dies in between leaves no count that never ends. */
const COUNT = `local used = redis.call("incr", KEYS[1])
if used == 1 then redis.call("pexpire", KEYS[1], ARGV[1]) end
return {used, redis.call("pttl", KEYS[1])}`

/** While Redis does not answer every process counts for itself: the limit grows with their number, and holds. */
function sharedCallCounter(url: string, patienceMs: number): CallCounter {
  const own = ownCallCounter()
  const connection = connect(url, patienceMs)
  return {
    async count(key, windowMs) {
      try {
        const redis = await connection
        const answer = await redis.eval(COUNT, 1, PREFIX + key, windowMs)
        const [used, leftMs] = answer as [number, number]
        return { used, resetsAt: Date.now() + leftMs }
      } catch {
        return own.count(key, windowMs)
      }
    },
    close() {
      void connection.then((redis) => redis.disconnect())
      own.close()
    },
  }
}

/** Loaded here, so that a process without a Redis does not wait for the package at its start. */
async function connect(url: string, patienceMs: number) {
  const { Redis } = await import("ioredis")
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patienceMs,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  })
  // Each lost connection is told of by the queues' own, which nobody can do without.
  redis.on("error", () => {})
  return redis
}
