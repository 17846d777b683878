/** The `data-` attributes that server, page script and React share. CSS reads some of them. */
import type { RoomStatus } from "#party/client.ts"
import type { Badges } from "./events.ts"

/** Flags of `<html>`. A flag without a comment on its value is either present or absent. */
export type HtmlFlags = {
  /** The page script runs. */
  small?: string
  /** React has hydrated the page. */
  hydrated?: string
  /** The browser had cached the page; React deletes this when it revalidates. */
  restored?: string
  /** When the room last reported a change, in milliseconds since 1970; deleted when React revalidates. */
  heard?: string
  /** Whether live updates are connected. */
  live?: RoomStatus
  /** Set by the server: the browser has the web font in its cache. */
  font?: string
  /** Set by the server: a word that marks a site that is not production. */
  mark?: string
}

export const htmlFlags = () => document.documentElement.dataset as HtmlFlags

export const htmlAttributes = ({ font, mark }: Pick<HtmlFlags, "font" | "mark">) => ({
  "data-font": font,
  "data-mark": mark,
})

/** Data from the server for the page script, on `<body>`. */
type BodyData = {
  /** The role whose room to join. */
  role?: string | undefined
  /** The URL of the web font. */
  font?: string | undefined
  /** Present if there is a service worker to register. */
  serviceWorker?: string | undefined
}

export const bodyData = () => document.body.dataset as BodyData

export const bodyAttributes = ({ role, font, serviceWorker }: BodyData) => ({
  "data-role": role,
  "data-font": font,
  "data-service-worker": serviceWorker,
})

/** Marks a number that the page script refreshes. */
export const BADGE = "data-badge"
export const badgeAttribute = (of: keyof Badges) => ({ [BADGE]: of })

/** Marks a notice that the page script shows while live updates are paused. */
export const LIVE_PAUSED = "data-live-paused"
export const livePaused = { [LIVE_PAUSED]: true }

/** A click on a button within this element before hydration is repeated after it. */
export const NEEDS_JS = "data-needs-js"
export const needsJs = { [NEEDS_JS]: true }

/** Marks the style sheet inlined in the page, with the URL of its file. */
export const SHEET = "data-sheet"
export const sheetAttribute = (url: string) => ({ [SHEET]: url })

/** Written by the server in place of `type="module"` and `rel="modulepreload"`: browsers ignore both. */
export const DEFERRED_MODULE = "text/deferred-module"
export const DEFERRED_PRELOAD = "deferred-preload"
