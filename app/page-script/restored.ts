import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { RESTORED, send } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"

/**
 * Handles a page from the back-forward cache, whose data is as old as the last view. React, which revalidates it
 * (app/hydration/use-restored.ts), is requested if it has not been loaded yet.
 */
export function watchRestored() {
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return
    htmlFlags().restored = ""
    send(RESTORED)
    window[DEFERRED]?.start()
  })
}
