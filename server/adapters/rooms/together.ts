type Waiting<T> = { readonly one: T; resolve(): void; reject(reason: unknown): void }

/**
 * Calls of one moment become one call of `all`, or several of at most `most`. Each ends as `all` answers for it, and with
 * the others where `all` throws.
 */
export function together<T>(
  most: number,
  all: (some: readonly T[]) => Promise<readonly PromiseSettledResult<void>[]>,
): (one: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  const go = async () => {
    const now = waiting
    waiting = []
    // One after the other, so that they stay in order.
    for (let from = 0; from < now.length; from += most) await goTogether(now.slice(from, from + most))
  }
  const goTogether = async (some: readonly Waiting<T>[]) => {
    const failure = (reason: unknown) => some.map(() => ({ status: "rejected" as const, reason }))
    const outcomes = await all(some.map(({ one }) => one)).catch(failure)
    some.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome?.status === "fulfilled") resolve()
      else reject(outcome?.reason)
    })
  }
  return (one) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void go())
      waiting.push({ one, resolve, reject })
    })
}
