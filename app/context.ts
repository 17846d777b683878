import { createContext } from "react-router"
import type { Context, PersonInRole } from "#core/context.ts"
import type { SecondTerms } from "#core/terms/terms.ts"
import type { GoogleMapsKey } from "./ui/map/map-canvas.ts"

export type Role = "customer" | "seller" | "deliverer" | "admin"

/** One line of the notifications menu's list. `date` is ISO; it is shown as "March 5, 2024" in `timeZone`. */
export type NotificationItem = {
  id: string
  message: string
  date: string
  /** The market's; where there is none, the site's own. */
  timeZone?: string
  seen: boolean
  /** Whether it leads to a market and not to an order. */
  isOfMarket?: true
}

/** What every page may know of the person in front of it. Set by middleware; anonymous by default. */
export type Session = {
  actor: PersonInRole | null
  name: string
  email: string
}

/** What the layout of a page shows beside it: badges, and the notifications menu where the role has one. */
export type LayoutData = {
  cartCount: number
  unseenCount: number
  notifications: NotificationItem[]
  /** New terms, of which this person still has to be told. */
  terms: SecondTerms | null
}

export const ANONYMOUS: Session = { actor: null, name: "", email: "" }
export const NO_LAYOUT_DATA: LayoutData = { cartCount: 0, unseenCount: 0, notifications: [], terms: null }

/** The nonce of this answer's Content-Security-Policy; empty where none is sent (tests). */
export const nonceContext = createContext<string>("")

export const sessionContext = createContext<Session>(ANONYMOUS)

/** Loads the layout data once a page is rendered: a form that leads on to another page needs none. */
export const layoutDataContext = createContext<() => Promise<LayoutData>>(async () => NO_LAYOUT_DATA)

/** How a site that is not the real one says so: the word in front of titles, the sentence in the strip on top. */
export type SiteMark = { word: string; says: string }

/** What the site's mode means for pages. */
export type SiteRules = {
  /** Sign-in pages name the demo's logins. */
  demoPeople: boolean
  /** /dev/ui is there. */
  devPages: boolean
  /** Admins read at /dev/mailbox what was not sent. */
  adminsMailbox: boolean
  mark: SiteMark | null
}

export const siteRulesContext = createContext<SiteRules>({
  demoPeople: false,
  devPages: false,
  adminsMailbox: false,
  mark: null,
})

/** Whether pages register the service worker; not while developing, where files change under one name. */
export const serviceWorkerContext = createContext<boolean>(false)

/** Google's map in the browser, where its key is configured; else the map is MapLibre's. */
export const googleMapsContext = createContext<GoogleMapsKey | null>(null)

/** What core commands get, with this request's actor. Pages of one role take it by `requireContext`. */
export const coreContext = createContext<Context>()

/** The network address that asked, as far as trusted proxies tell. For counting tries, never for permission. */
export const clientAddressContext = createContext<string>("")
