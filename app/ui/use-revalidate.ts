import { useCallback, useEffect, useRef } from "react"
import { useNavigation, useRevalidator } from "react-router"

/** A revalidation that takes longer counts as stuck: the next one interrupts it. */
const STUCK_AFTER_MS = 15_000
/** When the last revalidation began, whoever began it. */
let startedAt = 0

/**
 * Revalidates the page's loaders, but not during a navigation: that would request the same page again and lose the
 * toast of the first response. Nor during another revalidation, which it would interrupt: on a slow network, a page
 * with many messages would never get a response. It then runs afterwards.
 */
export function useRevalidate(): () => void {
  const { revalidate, state: revalidation } = useRevalidator()
  const { state: navigation } = useNavigation()
  const isIdle = navigation === "idle" && revalidation === "idle"
  const current = useRef({ navigation, revalidation })
  current.current = { navigation, revalidation }
  const isWished = useRef(false)
  const start = useCallback(() => {
    isWished.current = false
    startedAt = Date.now()
    void revalidate()
  }, [revalidate])
  useEffect(() => {
    if (revalidation === "loading") startedAt = Date.now()
  }, [revalidation])
  useEffect(() => {
    if (isIdle && isWished.current) start()
  }, [isIdle, start])
  return useCallback(() => {
    const isStuck = Date.now() - startedAt > STUCK_AFTER_MS
    const { navigation, revalidation } = current.current
    if (navigation !== "idle" || (revalidation !== "idle" && !isStuck)) isWished.current = true
    else start()
  }, [start])
}
