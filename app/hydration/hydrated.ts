import { useSyncExternalStore } from "react"
import { htmlFlags } from "#app/page-protocol/attributes.ts"

/** Whether React has the page: not on the server, and not yet while it takes the server's page over. */
export const isHydrated = () => typeof document !== "undefined" && "hydrated" in htmlFlags()

/** `isHydrated` as a hook: rendering again on hydration. A button of a form that only a script may send is disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
