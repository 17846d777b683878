/**
 * Caches the result of `ask` for all callers for `everyMs` milliseconds. After a failure the next call runs it again.
 */
export function rarely<T>(everyMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (answer && performance.now() - askedAt < everyMs) return answer
    askedAt = performance.now()
    answer = ask()
    answer.catch(() => {
      answer = undefined
    })
    return answer
  }
}
