import { BADGE } from "#app/page-protocol/attributes.ts"
import { BADGES, type Badges, LIVE, RESTORED } from "#app/page-protocol/events.ts"

/**
 * Refreshes the counts of pages from the back-forward cache and of pages that are not hydrated. `GET /api/v1/badges`
 * returns `{ cart, unseen }` for the session's person (401 for none). Other code sends counts as `BADGES`.
 */
export function watchBadges() {
  window.addEventListener(BADGES, ({ detail }) => show(detail))
  if (!document.querySelector(`[${BADGE}]`)) return
  // A room's message reports a change without the new count.
  addEventListener(LIVE, refresh)
  // This script may run after the page's own "pageshow".
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  if (entry?.type === "back_forward") void refresh()
  addEventListener(RESTORED, refresh)
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void refresh()
  })
}

async function refresh() {
  try {
    const answer = await fetch("/api/v1/badges", { headers: { Accept: "application/json" } })
    if (answer.ok) show((await answer.json()) as Badges)
  } catch {
    // Offline: the old count stays.
  }
}

function show(counts: Partial<Badges>) {
  for (const badge of document.querySelectorAll(`[${BADGE}]`)) {
    const count = counts[badge.getAttribute(BADGE) as keyof Badges]
    if (count !== undefined) badge.textContent = count <= 0 ? "" : count > 99 ? "99+" : String(count)
  }
}
