import type { RouterContextProvider } from "react-router"
import { isPerson, type PersonContext } from "#core/context.ts"
import { coreContext } from "../context.ts"
import { turnedAway } from "./require-role.ts"

/**
 * Returns the context for core commands on a page for several roles. The guard has redirected anonymous visitors
 * already; this narrows the type.
 */
export function requirePerson(context: Readonly<RouterContextProvider>): PersonContext {
  const ctx = context.get(coreContext)
  if (!isPerson(ctx)) throw turnedAway("customer")
  return ctx
}
