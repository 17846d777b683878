import { ownPath } from "#core/identity/own-path.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"

/** The name of the field that `ReturnField` renders. */
export const RETURN_FIELD = "page"

/**
 * Where a small form leads back to, as its `ReturnField` says: the page that it stands on, and the place on it. With
 * JavaScript the page stays where it is, which a fragment would change. The customer's dashboard where nothing is said.
 */
export function returnAddress(request: Request, sent: unknown): { page: string; place: string } {
  const place = ownPath(typeof sent === "string" ? sent : null) ?? ROLE_PAGES.customer.dashboard
  const page = place.replace(/#.*/, "")
  const isByScript = new URL(request.url).pathname.endsWith(".data")
  return { page, place: isByScript ? page : place }
}
