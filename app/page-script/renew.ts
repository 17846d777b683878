import { SCRIPT_LOST } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"

/** Between two looks whether the network is back. */
const LOOK_MS = 2_000

/**
 * A browser asks for a module once a page: React that was lost with the network comes only with a new page. That is had
 * when the network is back, once, where nothing was typed or sent, and never for a page that answers a form.
 */
export function renewWhenLost(): void {
  // It may have been lost before this script came.
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
