import { useCallback, useEffect, useRef } from "react"
import { useNavigation, useRevalidator } from "react-router"

/** A revalidation that takes longer counts as stuck: the next one interrupts it. */
const STUCK_AFTER_MS = 15_000

/** Shared by all components of the page, since a revalidation covers all loaders. */
const page = {
  /** When the last revalidation began, whoever began it. */
  startedAt: 0,
  /** How many revalidations that began here have not ended. React renders the router's state a moment later. */
  running: 0,
  /** Whether another one is to follow. */
  isWished: false,
}

const isStuck = () => Date.now() - page.startedAt > STUCK_AFTER_MS

/**
 * Revalidates the page's loaders, but not during a navigation: that would request the same page again and lose the
 * toast of the first response. Nor during another revalidation, which it would interrupt: on a slow network, a page
 * with many messages would never get a response. It then runs once afterwards, however many components asked for it.
 */
export function useRevalidate(): () => void {
  const { revalidate, state: revalidation } = useRevalidator()
  const { state: navigation } = useNavigation()
  const isIdle = navigation === "idle" && revalidation === "idle"
  const current = useRef({ navigation, revalidation })
  current.current = { navigation, revalidation }
  const start = useCallback(() => {
    page.isWished = false
    page.startedAt = Date.now()
    page.running += 1
    const ended = () => {
      page.running -= 1
      // React may never have rendered a revalidation that was this short.
      const { navigation, revalidation } = current.current
      if (page.isWished && page.running === 0 && navigation === "idle" && revalidation === "idle") start()
    }
    void revalidate().finally(ended)
  }, [revalidate])
  useEffect(() => {
    if (revalidation === "loading") page.startedAt = Date.now()
  }, [revalidation])
  useEffect(() => {
    // This may be the render of a revalidation that has ended, while the one that follows it has begun.
    if (isIdle && page.isWished && (page.running === 0 || isStuck())) start()
  }, [isIdle, start])
  return useCallback(() => {
    const { navigation, revalidation } = current.current
    const isRunning = revalidation !== "idle" || page.running > 0
    if (navigation !== "idle" || (isRunning && !isStuck())) page.isWished = true
    else start()
  }, [start])
}
