import { OFFLINE } from "#app/service-worker/messages.ts"
import { toast } from "#app/ui/toast.ts"

/** Where the layout says that there is one: static files from the cache, and a page of our own without a network. */
export function startServiceWorker() {
  const { serviceWorker } = navigator
  if (!("serviceWorker" in document.body.dataset) || !serviceWorker) return
  serviceWorker.register("/service-worker.js").catch(() => {})
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data === OFFLINE)
      toast("You're offline. This page stays; try again when the network is back.", "error")
  })
}
