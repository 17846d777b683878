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
 * waited for `waitMs`, is rejected with `full()` without being started. A free place goes to the first lane in which somebody
 * waits, and no lane takes a waiting place of another.
 */
export function limitAtOnce({ atOnce, waiting, waitMs, full, lanes = 1 }: Limits & { lanes?: number }) {
  const queues = Array.from({ length: lanes }, (): (() => void)[] => [])
  let running = 0

  const waitIn = (queue: (() => void)[]) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        reject(full())
      }, waitMs)
      queue.push(start)
    })

  return async <T>(work: () => Promise<T>, lane = 0): Promise<T> => {
    const queue = queues[lane] ?? []
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await waitIn(queue)
    else throw full()
    try {
      return await work()
    } finally {
      const next = queues.find((others) => others.length > 0)?.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Limits the works of each key by themselves: `limits` of one key, `times` as many at once. */
export function limitEachAtOnce({ atOnce, ...limits }: Limits) {
  const keys = new Map<string, { limited: ReturnType<typeof limitAtOnce>; works: number }>()
  return async <T>(key: string, times: number, work: () => Promise<T>): Promise<T> => {
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
