import { useCallback, useEffect, useRef } from "react"
import { useNavigation, useRevalidator } from "react-router"

/**
 * Revalidates the page's loaders, but not while a page is on its way: that would ask once more for the same page, and
 * its toast was in the first answer. What was wished for meanwhile is done when the page has come.
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
