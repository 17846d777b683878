/**
 * When React hydrates a page.
 * - `none`: never. The page ships nothing of React (static texts).
 * - `deferred` (the default): its scripts are requested after load and idle, or at the first touch, key or focus; on
 * Save-Data or 2G only on such input.
 * - `eager`: immediately, as React Router does by default. For debugging only: no page sets it.
 */
export type Hydrate = "none" | "deferred" | "eager"

/** `page`: the ordinary column. `full`: edge to edge and no footer (the courier's map). */
export type PageLayout = "page" | "full"

/** What a route module may export as `handle`: `export const handle: PageHandle = { hydrate: "none" }` */
export type PageHandle = {
  hydrate?: Hydrate
  layout?: PageLayout
}

/** The innermost route with a value decides. */
export function pageHandle(
  matches: { handle?: unknown }[],
): Required<Pick<PageHandle, "hydrate" | "layout">> {
  const handles = matches.map((match) => (match.handle ?? {}) as PageHandle)
  return {
    hydrate: handles.findLast((handle) => handle.hydrate)?.hydrate ?? "deferred",
    layout: handles.findLast((handle) => handle.layout)?.layout ?? "page",
  }
}
