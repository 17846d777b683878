import type { RouterContextProvider } from "react-router"
import { isPerson, type PersonContext } from "#core/context.ts"
import { coreContext } from "../context.ts"
import { turnedAway } from "./require-role.ts"

/** What core commands get on a page for several roles: the guard has let only people in; this tells the type. */
export function requirePerson(context: Readonly<RouterContextProvider>): PersonContext {
  const ctx = context.get(coreContext)
  if (!isPerson(ctx)) throw turnedAway("customer")
  return ctx
}
