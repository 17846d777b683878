/** What `defer-scripts.ts` writes in place of `type="module"` and `rel="modulepreload"`: browsers leave both alone. */
export const DEFERRED_MODULE = "text/deferred-module"
export const DEFERRED_PRELOAD = "deferred-preload"

/** A window event: a file of React did not come, `window.__deferred.lost`. */
export const SCRIPT_LOST = "pushcart:script-lost"

/** A window event: the page's data may be old, since the browser kept the page or the network was away. */
export const RESTORED = "pushcart:restored"

/** What a person did before React had the page (deferred-start.ts collects it, before-hydration.ts uses it). */
export type Deferred = {
  /** Fields and what was typed in them. */
  typed: Map<EventTarget, string>
  click: { button: HTMLButtonElement; event: Event } | null
  start: () => void
  /** The address of a file of React that did not come. */
  lost?: string
  /** Set once React has taken over what is above. */
  done?: boolean
}

declare global {
  interface Window {
    __deferred?: Deferred
  }
}
