import { OFFLINE } from "#app/page-protocol/worker-messages.ts"
import { toast } from "#app/ui/toast.ts"

/**
 * Keeps the open page when there is no network: cancels a form that the browser itself would send, and shows a toast
 * for a link, which the service worker cancels. React Router's requests are handled in app/hydration/lost-network.ts.
 */
export function stayOffline() {
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || navigator.onLine) return
    event.preventDefault()
    tell()
  })
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data === OFFLINE && tell())
}

const tell = () => toast("You're offline. This page stays; try again when the network is back.", "error")
