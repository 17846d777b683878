import { type MiddlewareFunction, redirect } from "react-router"
import type { Role } from "#core/context.ts"
import { sessionContext } from "../context.ts"
import { flash } from "../ui/flash.ts"

/**
 * Route middleware that lets one role in (or several, where a page belongs to both) and sends everyone else where the
 * specification says; who is logged in as somebody else is told why. Middleware and not a loader, since a layout's
 * loader does not guard its children; the layout has a loader too, or client navigation would not run the middleware.
 */
export function requireRole(...roles: readonly [Role, ...Role[]]): MiddlewareFunction<Response> {
  return ({ context }, next) => {
    const role = context.get(sessionContext).actor?.role
    if (role && roles.includes(role)) return next()
    throw role
      ? turnedAway(roles[0], flash(`That page is for ${WHOSE[roles[0]]}.`, "error"))
      : turnedAway(roles[0])
  }
}

/** Admin pages send to /admin, all others to /Welcome. */
export function turnedAway(role: Role, headers: HeadersInit = {}): Response {
  return redirect(role === "admin" ? "/admin" : "/Welcome", { headers })
}

const WHOSE: Record<Role, string> = {
  customer: "customers",
  seller: "sellers",
  deliverer: "deliverers",
  admin: "admins",
}
