/** The globals by which the scripts within the page, the page script and React share what happened before them. */

/** Only on pages that React takes over: what a person did before. */
export const DEFERRED = "__deferred"
/** Fulfilled when the first words or images are on the screen. */
export const PAINTED = "__painted"
/** React Router's, once it is here: its version is the build's. */
export const MANIFEST = "__reactRouterManifest"
/** zod's: its settings, where they have to be there before any schema. */
export const ZOD_CONFIG = "__zod_globalConfig"

/** deferred-start.ts collects it, before-hydration.ts uses it. */
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
    [DEFERRED]?: Deferred
    [PAINTED]?: Promise<void>
    [MANIFEST]?: { version?: string }
  }
}
