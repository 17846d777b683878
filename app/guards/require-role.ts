import { type MiddlewareFunction, redirect } from "react-router"
import { keepForm } from "#app/forms/kept-form.ts"
import { ownPath, withNext } from "#core/identity/own-path.ts"
import { pageOfRole, ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import { sessionContext } from "../context.ts"
import { flash } from "../ui/flash.ts"

/**
 * Route middleware that admits these roles and redirects everyone else as the specification says. A person who is
 * logged in with another role gets a toast with the reason, and no URL to return to. It is middleware, not a loader,
 * since a layout's loader does not guard its children. The layout needs a loader too, or client navigation would not
 * run the middleware.
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

/** Redirects to /admin from admin pages, and to /Welcome from all others. */
export function turnedAway(role: Role, headers: HeadersInit = {}): Response {
  return redirect(placeFor(role), { headers })
}

const placeFor = (role: Role) => (role === "admin" ? ROLE_PAGES.admin.signIn : "/Welcome")

/**
 * Redirects an anonymous visitor to the page that links to the sign-in of each of these roles, with the page to return
 * to. A form's values are saved for that page.
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

/**
 * Returns the query string that names the roles. Empty for a page of customers alone or of admins alone, whose sign-in
 * needs none.
 */
function whose(roles: readonly Role[]): string {
  if (roles.length === 1 && (roles[0] === "customer" || roles[0] === "admin")) return ""
  return `?${roles.map((role) => `page=${pageOfRole(role)}`).join("&")}`
}

/** Returns the page that a form was on, from the Referer header: some forms post to a URL that has no page. */
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
