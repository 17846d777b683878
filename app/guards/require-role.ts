import { type MiddlewareFunction, redirect } from "react-router"
import { keepForm } from "#app/identity/kept-form.ts"
import { ownPath, withNext } from "#core/identity/own-path.ts"
import { pageOfRole, ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import { sessionContext } from "../context.ts"
import { flash } from "../ui/flash.ts"

/**
 * Route middleware that lets one role in (or several, where a page belongs to both) and sends everyone else where the
 * specification says; who is logged in as somebody else is told why, and nobody's way here is carried along.
 * Middleware and not a loader, since a layout's loader does not guard its children; the layout has a loader too, or
 * client navigation would not run the middleware.
 */
export function requireRole(...roles: readonly [Role, ...Role[]]): MiddlewareFunction<Response> {
  return async ({ context, request, url }, next) => {
    const { actor } = context.get(sessionContext)
    if (actor && roles.includes(actor.role)) return next()
    if (actor) tellSecurity("access.denied", actor)
    throw actor
      ? turnedAway(roles[0], flash(`That page is for ${WHOSE[roles[0]]}.`, "error"))
      : await askedToSignIn(roles, request, url)
  }
}

/** Admin pages send to /admin, all others to /Welcome. */
export function turnedAway(role: Role, headers: HeadersInit = {}): Response {
  return redirect(placeFor(role), { headers })
}

const placeFor = (role: Role) => (role === "admin" ? ROLE_PAGES.admin.signIn : "/Welcome")

/**
 * Turns nobody away to where the way to the sign-in of each of these roles is shown, with the page to come back to.
 * What a form held is kept for that page.
 */
export async function askedToSignIn(
  roles: readonly [Role, ...Role[]],
  request: Request,
  url: URL,
): Promise<Response> {
  const isForm = request.method !== "GET" && request.method !== "HEAD"
  const page = isForm ? pageOfForm(request, url) : null
  const next = page ?? ownPath(url.pathname + url.search)
  const kept = isForm && next ? await keepForm(request, next, url.pathname) : null
  const headers: HeadersInit = kept ? { "Set-Cookie": kept } : {}
  return redirect(withNext(placeFor(roles[0]) + whose(roles), next), { headers })
}

/** Nothing for a page of customers alone or of admins alone, who are led there without it. */
function whose(roles: readonly Role[]): string {
  if (roles.length === 1 && (roles[0] === "customer" || roles[0] === "admin")) return ""
  return `?${roles.map((role) => `page=${pageOfRole(role)}`).join("&")}`
}

/** The page that a form stood on, where its browser says so: some forms post to an address that shows nothing. */
export function pageOfForm(request: Request, url: URL): string | null {
  const from = URL.parse(request.headers.get("Referer") ?? "")
  return from?.origin === url.origin ? ownPath(from.pathname + from.search) : null
}

const WHOSE: Record<Role, string> = {
  customer: "customers",
  seller: "sellers",
  deliverer: "couriers",
  admin: "admins",
}
