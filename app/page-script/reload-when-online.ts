import { SCRIPT_LOST } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"

/** The interval of the checks whether the network is back. */
const LOOK_MS = 2_000

/**
 * A browser requests a module once per page, so React that failed to load needs a new page. This reloads the page once,
 * when the network is back, if nothing was typed or sent, and never for the response to a form.
 */
export function reloadWhenOnline(): void {
  // React may have failed to load before this script ran.
  if (window[DEFERRED]?.lost) renew(window[DEFERRED].lost)
  else addEventListener(SCRIPT_LOST, () => renew(window[DEFERRED]?.lost ?? ""), { once: true })
}

function renew(href: string): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  if (page?.type === "reload" || page?.responseStatus !== 200) return
  let isLeaving = false
  addEventListener("beforeunload", () => {
    isLeaving = true
  })
  const isUntouched = () => !window[DEFERRED]?.done && !window[DEFERRED]?.typed.size && !isLeaving
  const look = () =>
    fetch(href).then(
      ({ ok }) => ok && isUntouched() && location.reload(),
      () => setTimeout(look, LOOK_MS),
    )
  setTimeout(look, LOOK_MS)
}
