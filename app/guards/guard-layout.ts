import type { LoaderFunctionArgs, MiddlewareFunction } from "react-router"
import type { Role } from "#core/identity/roles.ts"
import { sessionContext } from "../context.ts"
import { requireRole, turnedAway } from "./require-role.ts"

/**
 * The exports of a layout whose pages are for these roles. The layout needs a loader: without one, client navigation
 * between its pages would not run the guard.
 */
export function guardLayout(...roles: readonly [Role, ...Role[]]) {
  const middleware: MiddlewareFunction<Response>[] = [requireRole(...roles)]
  const loader = ({ context }: LoaderFunctionArgs) => {
    const role = context.get(sessionContext).actor?.role
    if (!role || !roles.includes(role)) throw turnedAway(roles[0])
    return null
  }
  return { middleware, loader }
}
