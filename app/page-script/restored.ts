import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { RESTORED, send } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"

/**
 * A page from the back-forward cache shows what was true when it was left. React, which reads the page's data again
 * (app/hydration/use-restored.ts), is fetched for it where it was not there yet.
 */
export function watchRestored() {
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return
    htmlFlags().restored = ""
    send(RESTORED)
    window[DEFERRED]?.start()
  })
}
