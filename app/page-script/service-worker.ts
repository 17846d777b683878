/** Where the layout says that there is one: static files from the cache, and a page of our own without a network. */
export function startServiceWorker() {
  const { serviceWorker } = navigator
  if (!("serviceWorker" in document.body.dataset) || !serviceWorker) return
  serviceWorker.register("/service-worker.js").catch(() => {})
}
