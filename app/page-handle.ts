/**
 * When a page's React wakes up.
 * - `never`: the page ships no React at all (static texts).
 * - `late`: nothing of React is requested before load + idle, and it starts at the first sign of a hand, or by itself
 *   after a while; on Save-Data or 2G not until something marked `data-needs-js` is touched (shop pages; the default).
 * - `loaded`: as soon as the page has loaded, whether somebody is there or not (`/pay`, and pages of orders and people).
 * - `eager`: at once (`/deliveries`, wizards).
 */
export type Hydrate = "never" | "late" | "loaded" | "eager"

/** `page`: the ordinary column. `full`: edge to edge and no footer (the courier's map). */
export type Frame = "page" | "full"

/** What a route module may export as `handle`: `export const handle: PageHandle = { hydrate: "never" }` */
export type PageHandle = {
  hydrate?: Hydrate
  frame?: Frame
}

/** The innermost route that says something decides. */
export function pageHandle(matches: { handle?: unknown }[]): Required<Pick<PageHandle, "hydrate" | "frame">> {
  const handles = matches.map((match) => (match.handle ?? {}) as PageHandle)
  return {
    hydrate: handles.findLast((handle) => handle.hydrate)?.hydrate ?? "late",
    frame: handles.findLast((handle) => handle.frame)?.frame ?? "page",
  }
}
