/**
 * The window events between page script and React. The two are bundled separately, and the tab of an older build may
 * still be open: never rename an event.
 */
import type { RoomEvent } from "#party/client.ts"

/** From the page script and others: new counts for the badges. */
export const BADGES = "pushcart:badges"
/** A toast to show. */
export const TOAST = "pushcart:toast"
/** The person's room reports a change. A listener that revalidates the page calls `preventDefault`. */
export const LIVE = "pushcart:live"
/** The page's data may be old: the browser had cached the page, or the network was down. */
export const RESTORED = "pushcart:restored"
/** React has hydrated the page. */
export const HYDRATED = "pushcart:hydrated"
/** A file of React failed to load; its URL is `window[DEFERRED].lost`. */
export const SCRIPT_LOST = "pushcart:script-lost"
/** A form was lost with the network, so that it is unknown whether it arrived. */
export const UNSENT = "pushcart:unsent"
/** React shows its error page because the page failed with this error. */
export const BROKEN_PAGE = "pushcart:broken"

export type Badges = { cart: number; unseen: number }

export type Toast = {
  text: string
  kind: "good" | "error"
  /** A link to a page of this site. */
  link?: { to: string; label: string } | undefined
}

type Details = {
  [BADGES]: Partial<Badges>
  [TOAST]: Toast
  /** The type is "resync" if messages may have been missed. */
  [LIVE]: RoomEvent
  [RESTORED]: null
  [HYDRATED]: null
  [SCRIPT_LOST]: null
  [UNSENT]: null
  [BROKEN_PAGE]: unknown
}

type PageEvents = { [Name in keyof Details]: CustomEvent<Details[Name]> }

declare global {
  interface WindowEventMap extends PageEvents {}
}

/** Dispatches an event on the window. Listen with `addEventListener`, whose types know each event's detail. */
export const send = <Name extends keyof Details>(name: Name, detail?: Details[Name]) =>
  dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
