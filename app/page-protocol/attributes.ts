/** The `data-` attributes that server, page script and React write for one another. CSS reads some of them. */
import type { RoomStatus } from "#party/client.ts"
import type { Badges } from "./events.ts"

/** Flags of `<html>`. Where no value is said, the attribute is there or not. */
export type HtmlFlags = {
  /** The page script runs. */
  small?: string
  /** React has the page. */
  hydrated?: string
  /** The browser had cached the page; React deletes this when it revalidates. */
  restored?: string
  /** When the room last said that something changed, in milliseconds since 1970; deleted when React revalidates. */
  heard?: string
  /** Whether live updates come. */
  live?: RoomStatus
  /** The server: the browser has the web font in its cache. */
  font?: string
  /** The server: in a word, how this site is not the real one. */
  mark?: string
}

export const htmlFlags = () => document.documentElement.dataset as HtmlFlags

export const htmlAttributes = ({ font, mark }: Pick<HtmlFlags, "font" | "mark">) => ({
  "data-font": font,
  "data-mark": mark,
})

/** What the server tells the page script, on `<body>`. */
type BodyData = {
  /** Whose room to join. */
  role?: string | undefined
  /** The address of the web font. */
  font?: string | undefined
  /** There is a service worker to register. */
  serviceWorker?: string | undefined
}

export const bodyData = () => document.body.dataset as BodyData

export const bodyAttributes = ({ role, font, serviceWorker }: BodyData) => ({
  "data-role": role,
  "data-font": font,
  "data-service-worker": serviceWorker,
})

/** A number that the page script refreshes. */
export const BADGE = "data-badge"
export const badgeAttribute = (of: keyof Badges) => ({ [BADGE]: of })

/** A notice that the page script shows while live updates are paused. */
export const LIVE_PAUSED = "data-live-paused"
export const livePaused = { [LIVE_PAUSED]: true }

/** A click on a button in here, before React has the page, is repeated when it has. */
export const NEEDS_JS = "data-needs-js"
export const needsJs = { [NEEDS_JS]: true }

/** The style sheet that the page brought, with the address of its file. */
export const SHEET = "data-sheet"
export const sheetAttribute = (url: string) => ({ [SHEET]: url })

/** What the server writes in place of `type="module"` and `rel="modulepreload"`: browsers leave both alone. */
export const DEFERRED_MODULE = "text/deferred-module"
export const DEFERRED_PRELOAD = "deferred-preload"
