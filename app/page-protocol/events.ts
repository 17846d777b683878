/**
 * The window events by which page script and React reach one another. The two are bundled apart, and the tab of an older
 * build may still be open: an event is not renamed.
 */
import type { RoomEvent } from "#party/client.ts"

/** The page script counts: numbers for the badges. */
export const BADGES = "pushcart:badges"
/** A toast to show. */
export const TOAST = "pushcart:toast"
/** The person's room says that something changed. A listener that revalidates the page prevents the default. */
export const LIVE = "pushcart:live"
/** The page's data may be old: the browser had cached the page, or the network was gone. */
export const RESTORED = "pushcart:restored"
/** React has the page. */
export const HYDRATED = "pushcart:hydrated"
/** A file of React did not come; its address is `window[DEFERRED].lost`. */
export const SCRIPT_LOST = "pushcart:script-lost"
/** A form was lost with the network, and nobody knows whether it arrived. */
export const UNSENT = "pushcart:unsent"
/** React shows its error page in place of a page that failed with this error. */
export const BROKEN_PAGE = "pushcart:broken"

export type Badges = { cart: number; unseen: number }

export type Toast = {
  text: string
  kind: "good" | "error"
  /** A page of ours to go to. */
  link?: { to: string; label: string } | undefined
}

type Details = {
  [BADGES]: Partial<Badges>
  [TOAST]: Toast
  /** The type is "resync" where messages may have been missed. */
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

/** Sends an event to this page. Listen with `addEventListener`, which knows the event's detail by its name. */
export const send = <Name extends keyof Details>(name: Name, detail?: Details[Name]) =>
  dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
