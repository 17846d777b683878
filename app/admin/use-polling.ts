import { useEffect } from "react"
import { useRevalidate } from "#app/ui/use-revalidate.ts"

/** Revalidates the page's loaders every `everyMs` milliseconds while the page is visible. */
export function usePolling(everyMs: number) {
  const revalidate = useRevalidate()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, revalidate])
}
