import { ownPath } from "#core/identity/own-path.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"

/** The name of the field that `ReturnField` renders. */
export const RETURN_FIELD = "page"

/**
 * Returns where a small form leads back to, from its `ReturnField`: the page it is on, and the fragment to scroll to.
 * With JavaScript the page does not scroll, so there is no fragment. Defaults to the customer's dashboard.
 */
export function returnAddress(request: Request, sent: unknown): { page: string; place: string } {
  const place = ownPath(typeof sent === "string" ? sent : null) ?? ROLE_PAGES.customer.dashboard
  const page = place.replace(/#.*/, "")
  const isByScript = new URL(request.url).pathname.endsWith(".data")
  return { page, place: isByScript ? page : place }
}
