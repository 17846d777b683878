import { OFFLINE } from "#app/page-protocol/worker-messages.ts"
import { toast } from "#app/ui/toast.ts"

/**
 * Without a network the open page stays: a form that the browser itself would send is kept from taking the page away,
 * and so is a followed link, by the service worker. What React Router sends outlasts the network by itself.
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
