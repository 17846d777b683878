import { bodyData } from "#app/page-protocol/attributes.ts"

/** Registers the service worker if the layout enables it: cached static files, and an offline page. */
export function startServiceWorker() {
  if ("serviceWorker" in bodyData()) navigator.serviceWorker?.register("/service-worker.js").catch(() => {})
}
