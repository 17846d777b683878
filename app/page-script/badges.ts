import { BADGE } from "#app/page-protocol/attributes.ts"
import { BADGES, type Badges, LIVE, RESTORED } from "#app/page-protocol/events.ts"

/**
 * Pages from the back-forward cache and pages that are not hydrated show an old count. `GET /api/v1/badges` answers
 * `{ cart, unseen }` for the session's person (401 for none). Others send counts as `BADGES`.
 */
export function watchBadges() {
  window.addEventListener(BADGES, ({ detail }) => show(detail))
  if (!document.querySelector(`[${BADGE}]`)) return
  // A room says that something changed, never how many there are now.
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
