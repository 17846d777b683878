import { createContext } from "react-router"
import type { Context, PersonInRole } from "#core/context.ts"
import type { NewOrder } from "#core/orders/new-order-text.ts"
import type { SecondTerms } from "#core/terms/terms.ts"
import type { GoogleMapsKey } from "./ui/map/map-canvas.ts"

/** One line of the notifications menu. `date` is ISO; it is shown as "March 5, 2024" in `timeZone`. */
export type NotificationItem = {
  id: string
  message: string
  date: string
  /** The market's time zone, or the site's default if the notification is about no market. */
  timeZone?: string
  seen: boolean
  /** Whether the notification links to a market and not to an order. */
  isOfMarket?: true
}

/** The signed-in person, for every page. Set by middleware; anonymous by default. */
export type Session = {
  actor: PersonInRole | null
  name: string
  email: string
}

/** Data for the layout around a page: badges, and the notifications menu for the roles that have one. */
export type LayoutData = {
  cartCount: number
  unseenCount: number
  notifications: NotificationItem[]
  /** A seller's orders that nobody has acknowledged, the first due first. */
  newOrders: NewOrder[]
  /** New terms that this person has not seen yet. */
  terms: SecondTerms | null
}

export const ANONYMOUS: Session = { actor: null, name: "", email: "" }
export const NO_LAYOUT_DATA: LayoutData = {
  cartCount: 0,
  unseenCount: 0,
  notifications: [],
  newOrders: [],
  terms: null,
}

/** The nonce of this response's Content-Security-Policy; empty if none is sent (tests). */
export const nonceContext = createContext<string>("")

export const sessionContext = createContext<Session>(ANONYMOUS)

/** Loads the layout data once a page is rendered: a form that redirects to another page needs none. */
export const layoutDataContext = createContext<() => Promise<LayoutData>>(async () => NO_LAYOUT_DATA)

/**
 * The label of a non-production site: `word` is prepended to page titles, `says` is the text of the strip at the top.
 */
export type SiteMark = { word: string; says: string }

/** The page features that depend on the site's mode. */
export type SiteRules = {
  /** Sign-in pages name the demo's logins. */
  demoPeople: boolean
  /** Whether /dev/ui exists. */
  devPages: boolean
  /** Whether admins can read unsent emails at /dev/mailbox. */
  adminsMailbox: boolean
  mark: SiteMark | null
}

export const siteRulesContext = createContext<SiteRules>({
  demoPeople: false,
  devPages: false,
  adminsMailbox: false,
  mark: null,
})

/** Whether pages register the service worker. Off in development, where a file changes without changing its name. */
export const serviceWorkerContext = createContext<boolean>(false)

/** The key for Google's map in the browser; null if none is configured, and the map is MapLibre's. */
export const googleMapsContext = createContext<GoogleMapsKey | null>(null)

/** The context for core commands, with this request's actor. Pages of one role read it with `requireContext`. */
export const coreContext = createContext<Context>()

/** The client's network address, as far as trusted proxies report it. For rate limits, never for permission. */
export const clientAddressContext = createContext<string>("")
