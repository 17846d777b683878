import type { Network } from "#core/identity/networks.ts"

export type Count = { used: number; resetsAt: number }

/** Counts calls per caller, in windows that begin with the first call. */
export interface CallCounter {
  /** Counts one more call. Never rejects: a call that cannot be counted in Redis is counted in this process. */
  count(key: string, windowMs: number): Promise<Count>
  close(): void
}

/**
 * Counts one more call for each of these names. Returns how many the tightest limit has left; negative means too many.
 */
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

/** The longest that a call waits for its count. */
const PATIENCE_MS = 250

/** Counts over all processes if they share a Redis, otherwise in this process. */
export function composeCallCounter(
  { REDIS_URL: url }: { REDIS_URL?: string | undefined },
  patienceMs = PATIENCE_MS,
): CallCounter {
  return url ? sharedCallCounter(url, patienceMs) : ownCallCounter()
}

/** Each call adds at most one key and checks the two oldest, so expired keys go faster than new ones come. */
const FORGOTTEN_AT_ONCE = 2

export function ownCallCounter(): CallCounter {
  // In the order in which their windows began; a long window only delays the removal of later ones. Not a cache with a
  // size limit: removing a count to make room would let its caller start again.
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
/** One atomic step, so that a process that dies in between leaves no count without an expiry. */
const COUNT = `local used = redis.call("incr", KEYS[1])
if used == 1 then redis.call("pexpire", KEYS[1], ARGV[1]) end
return {used, redis.call("pttl", KEYS[1])}`

/**
 * While Redis does not respond, each process counts by itself: the limit grows with the number of processes but holds.
 */
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

/** Imported here, so that a process without Redis does not load the package at startup. */
async function connect(url: string, patienceMs: number) {
  const { Redis } = await import("ioredis")
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patienceMs,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  })
  // Ignored, because the queues' own connection, which every process needs, reports each lost connection.
  redis.on("error", () => {})
  return redis
}
