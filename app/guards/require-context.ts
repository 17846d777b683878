import type { RouterContextProvider } from "react-router"
import type { Context, PersonActor } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { coreContext } from "../context.ts"
import { turnedAway } from "./require-role.ts"

/**
 * Returns the context for core commands on a page of one role: `requireContext(context, "customer")` is a
 * CustomerContext. The guard of the page's layout has redirected everyone else already; this checks again and narrows
 * the type.
 */
export function requireContext<R extends Role>(
  context: Readonly<RouterContextProvider>,
  role: R,
): Context<PersonActor<R>> {
  const ctx = context.get(coreContext)
  if (!isOf(ctx, role)) throw turnedAway(role)
  return ctx
}

function isOf<R extends Role>(ctx: Context, role: R): ctx is Context<PersonActor<R>> {
  return ctx.actor.role === role
}
