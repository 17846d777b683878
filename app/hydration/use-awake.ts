import { useSyncExternalStore } from "react"

/**
 * Whether React has the page: false on the server and while it takes the server's page over. For buttons of forms that
 * only a script may send, since the browser would send them by itself and what was typed would be gone.
 */
export function useAwake(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
