import type { RouterContextProvider } from "react-router"
import { coreContext } from "#app/context.ts"
import type { Context } from "#core/context.ts"
import type { PayoutContext } from "#core/payouts/connect-account.server.ts"
import { turnedAway } from "./require-role.ts"

/**
 * Returns the context for core commands on the pages that sellers and couriers share: onboarding, requirements, payout.
 */
export function requireSellerOrCourier(context: Readonly<RouterContextProvider>): PayoutContext {
  const ctx = context.get(coreContext)
  if (!isSellerOrCourier(ctx)) throw turnedAway("seller")
  return ctx
}

const isSellerOrCourier = (ctx: Context): ctx is PayoutContext =>
  ctx.actor.role === "seller" || ctx.actor.role === "deliverer"
