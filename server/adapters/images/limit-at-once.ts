import PQueue from "p-queue"

type Limits = {
  atOnce: number
  /** How many may wait, in each lane. */
  waiting: number
  /** The longest wait; after it the task is rejected. */
  waitMs: number
  full: () => Error
}

/**
 * Runs a task while fewer than `atOnce` others run. Other tasks wait in order. A task that finds the queue of its lane
 * full, or has waited for `waitMs`, is rejected with `full()` without being started. A free place goes to the waiting
 * lane with the lowest number, and no lane uses another lane's places in the queue.
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

/** Limits the tasks of each key separately, with `times` as many at once as `limits` says. */
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
