/**
 * Runs a work when fewer than `atOnce` others run; up to `waiting` others wait for their place in order, and the next
 * one is rejected with `full()` without being started.
 */
export function limitAtOnce(limits: { atOnce: number; waiting: number; full: () => Error }) {
  const { atOnce, waiting, full } = limits
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start))
    else throw full()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
