import { useEffect } from "react"
import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { RESTORED } from "#app/page-protocol/events.ts"
import { useRevalidate } from "#app/ui/use-revalidate.ts"

/**
 * Revalidates a page whose data may be old: the browser had cached it (perhaps before hydration), or the network was
 * down.
 */
export function useRestored(): void {
  const revalidate = useRevalidate()
  useEffect(() => {
    const flags = htmlFlags()
    const renew = () => {
      delete flags.restored
      revalidate()
    }
    if ("restored" in flags) renew()
    addEventListener(RESTORED, renew)
    return () => removeEventListener(RESTORED, renew)
  }, [revalidate])
}
