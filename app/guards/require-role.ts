import { type MiddlewareFunction, redirect } from "react-router"
import type { Role } from "#core/context.ts"
import { sessionContext } from "../context.ts"

/**
 * Route middleware that lets one role in (or several, where a page belongs to both) and sends everyone else where the
 * specification says. Middleware and not a loader, since a layout's loader does not guard its children; the layout has
 * a loader too, or client navigation would not run the middleware.
 */
export function requireRole(...roles: readonly [Role, ...Role[]]): MiddlewareFunction<Response> {
  return ({ context }, next) => {
    const role = context.get(sessionContext).actor?.role
    if (!role || !roles.includes(role)) throw turnedAway(roles[0])
    return next()
  }
}

/** Admin pages send to /admin, all others to /Welcome. */
export function turnedAway(role: Role): Response {
  return redirect(role === "admin" ? "/admin" : "/Welcome")
}
