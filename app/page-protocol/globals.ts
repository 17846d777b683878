/** The globals that the page's inline scripts, the page script and React share. */

/** Only on pages that React hydrates: the person's actions before that. */
export const DEFERRED = "__deferred"
/** A promise that resolves when the first words or images are on the screen. */
export const PAINTED = "__painted"
/** React Router's manifest, once it is loaded: its version is the build's. */
export const MANIFEST = "__reactRouterManifest"
/** zod's settings, which must be set before any schema is created. */
export const ZOD_CONFIG = "__zod_globalConfig"

/** Collected by deferred-start.ts, used by before-hydration.ts. */
export type Deferred = {
  /** Each field with its typed value. */
  typed: Map<EventTarget, string>
  click: { button: HTMLButtonElement; event: Event } | null
  start: () => void
  /** The URL of a file of React that failed to load. */
  lost?: string
  /** Set once React handles events itself. */
  done?: boolean
}

declare global {
  interface Window {
    [DEFERRED]?: Deferred
    [PAINTED]?: Promise<void>
    [MANIFEST]?: { version?: string }
  }
}
