import { useSyncExternalStore } from "react"
import { htmlFlags } from "#app/page-protocol/attributes.ts"

/** Whether React has hydrated the page: false on the server and during hydration. */
export const isHydrated = () => typeof document !== "undefined" && "hydrated" in htmlFlags()

/**
 * `isHydrated` as a hook that rerenders on hydration. Used to disable the button of a form that only a script may send.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
