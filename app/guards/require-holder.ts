import type { RouterContextProvider } from "react-router"
import type { Context } from "#core/context.ts"
import type { HolderContext } from "#core/payouts/connect-account.server.ts"
import { coreContext } from "../context.ts"
import { turnedAway } from "./require-role.ts"

/** What core commands get on the pages that sellers and couriers share: onboarding, requirements, payout. */
export function requireHolder(context: Readonly<RouterContextProvider>): HolderContext {
  const ctx = context.get(coreContext)
  if (!isHolder(ctx)) throw turnedAway("seller")
  return ctx
}

const isHolder = (ctx: Context): ctx is HolderContext =>
  ctx.actor.role === "seller" || ctx.actor.role === "deliverer"
