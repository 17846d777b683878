/** `ask`, whose answer everybody gets for `everyMs` milliseconds. One that fails is asked again at the next call. */
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
