import PQueue from "p-queue"

type Limits = {
  atOnce: number
  /** How many wait for a place, of each lane. */
  waiting: number
  /** Nobody waits longer. */
  waitMs: number
  full: () => Error
}

/**
 * Runs a work when fewer than `atOnce` others run. Others wait for their place in order; the next one, and one that has
 * waited for `waitMs`, is rejected with `full()` without being started. A free place goes to the lane with the lowest number
 * in which somebody waits, and no lane takes a waiting place of another.
 */
export function limitAtOnce({ atOnce, waiting, waitMs, full }: Limits) {
  const queue = new PQueue({ concurrency: atOnce })
  return async <T>(work: () => Promise<T>, lane = 0) => {
    const priority = -lane
    if (queue.pending >= atOnce && queue.sizeBy({ priority }) >= waiting) throw full()
    const wait = new AbortController()
    const timer = setTimeout(() => wait.abort(full()), waitMs)
    const start = () => {
      clearTimeout(timer)
      return work()
    }
    return queue.add(start, { priority, signal: wait.signal })
  }
}

/** Limits the works of each key by themselves: `limits` of one key, `times` as many at once. */
export function limitEachAtOnce({ atOnce, ...limits }: Limits) {
  const keys = new Map<string, { limited: ReturnType<typeof limitAtOnce>; works: number }>()
  return async <T>(key: string, times: number, work: () => Promise<T>) => {
    const own = keys.get(key) ?? { limited: limitAtOnce({ atOnce: atOnce * times, ...limits }), works: 0 }
    keys.set(key, own)
    own.works += 1
    try {
      return await own.limited(work)
    } finally {
      own.works -= 1
      if (own.works === 0) keys.delete(key)
    }
  }
}
