import { useEffect } from "react"
import { useReadingAnew } from "#app/ui/use-revalidate.ts"

/** Reads the page's loaders anew every so often, while somebody looks at it. */
export function usePolling(everyMs: number) {
  const readAnew = useReadingAnew()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAnew()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, readAnew])
}
