import { useEffect } from "react"
import { useRevalidate } from "#app/ui/use-revalidate.ts"
import { RESTORED } from "./deferred.ts"

/** Revalidates a page that the browser kept and brought back, also where that was before React had it. */
export function useRestored(): void {
  const revalidate = useRevalidate()
  useEffect(() => {
    const { dataset } = document.documentElement
    const renew = () => {
      delete dataset.restored
      revalidate()
    }
    if ("restored" in dataset) renew()
    addEventListener(RESTORED, renew)
    return () => removeEventListener(RESTORED, renew)
  }, [revalidate])
}
