import { RESTORED } from "#app/hydration/deferred.ts"

/**
 * A page from the back-forward cache shows what was true when it was left. React, which reads the page's data again
 * (app/hydration/use-restored.ts), is fetched for it where it was not there yet.
 */
export function watchRestored() {
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return
    document.documentElement.dataset.restored = ""
    dispatchEvent(new Event(RESTORED))
    window.__deferred?.start()
  })
}
