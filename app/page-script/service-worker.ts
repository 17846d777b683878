import { bodyData } from "#app/page-protocol/attributes.ts"

/** Where the layout says that there is one: static files from the cache, and a page of our own without a network. */
export function startServiceWorker() {
  if ("serviceWorker" in bodyData()) navigator.serviceWorker?.register("/service-worker.js").catch(() => {})
}
