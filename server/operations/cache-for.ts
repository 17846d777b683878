/**
 * Caches the result of `load` for all callers for `maxAgeMs` milliseconds. After a failure the next call runs it again.
 */
export function cacheFor<T>(maxAgeMs: number, load: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (cached && performance.now() - loadedAt < maxAgeMs) return cached
    loadedAt = performance.now()
    cached = load()
    cached.catch(() => {
      cached = undefined
    })
    return cached
  }
}
