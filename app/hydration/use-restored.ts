import { useEffect } from "react"
import { useRevalidate } from "#app/ui/use-revalidate.ts"
import { RESTORED } from "./deferred.ts"

/** Revalidates a page whose data may be old: the browser kept it (before React had it, too), or the network was away. */
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
