import { useCallback, useEffect, useRef } from "react"
import { useNavigation, useRevalidator } from "react-router"

/**
 * Revalidates the page's loaders, but not during a navigation: that would request the same page again and lose the
 * toast of the first response. The revalidation then runs after the navigation.
 */
export function useRevalidate(): () => void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isUnderWay = useRef(false)
  isUnderWay.current = state !== "idle"
  const isWished = useRef(false)
  useEffect(() => {
    if (state !== "idle" || !isWished.current) return
    isWished.current = false
    void revalidate()
  }, [state, revalidate])
  return useCallback(() => {
    if (isUnderWay.current) isWished.current = true
    else void revalidate()
  }, [revalidate])
}
