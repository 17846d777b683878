import { useEffect } from "react"
import { useRevalidator } from "react-router"

/** Reads the page's loaders anew every so often, while somebody looks at it. */
export function usePolling(everyMs: number) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, revalidate])
}
