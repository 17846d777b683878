import { RESTORED } from "#app/hydration/deferred.ts"

export type Badges = { cart: number; unseen: number }

/**
 * Pages from the back-forward cache and pages that are not hydrated show an old count. `GET /api/v1/badges` answers
 * `{ cart, unseen }` for the session's person (401 for none). Others may push counts: `pushcart:badges`.
 */
export function watchBadges() {
  addEventListener("pushcart:badges", (event) => show((event as CustomEvent<Partial<Badges>>).detail))
  if (!document.querySelector("[data-badge]")) return
  // A room says that something changed, never how many there are now.
  addEventListener("pushcart:live", () => void refresh())
  // This script may run after the page's own "pageshow".
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  if (entry?.type === "back_forward") void refresh()
  addEventListener(RESTORED, () => void refresh())
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
  for (const badge of document.querySelectorAll<HTMLElement>("[data-badge]")) {
    const count = counts[badge.dataset.badge as keyof Badges]
    if (count !== undefined) badge.textContent = count <= 0 ? "" : count > 99 ? "99+" : String(count)
  }
}
