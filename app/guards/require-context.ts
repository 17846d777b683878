import type { RouterContextProvider } from "react-router"
import type { Context, PersonActor } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { coreContext } from "../context.ts"
import { turnedAway } from "./require-role.ts"

/**
 * What core commands get on a page of one role: `requireContext(context, "customer")` is a CustomerContext. The guard
 * of the page's layout has turned others away already; this makes sure, and tells the type.
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
