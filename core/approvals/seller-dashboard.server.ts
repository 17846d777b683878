import { openStateText } from "#core/calendar/calendar-text.ts"
import { openState } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import type { SellerContext } from "#core/context.ts"
import { readOwnMarket } from "#core/identity/own-profiles.server.ts"
import { countSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { isSubscribed, sellerStatus } from "./seller-card.ts"

/** Everything on the seller's dashboard: revenue, orders, their own data, and the status card. */
export async function sellerDashboard(ctx: SellerContext) {
  const { market, email, productCount } = await readOwnMarket(ctx)
  const { approval, denialReason, wasApproved, onboarded, requirements, subscription } = market
  const { firstName, lastName, name, address, city, state, zip, phone } = market
  return {
    info: { firstName, lastName, name, address, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    orders: await countSellerOrders(ctx),
    subscribed: isSubscribed(subscription),
    paymentFailed: subscription === "past_due",
    pausedText: await pausedText(ctx),
    status: sellerStatus({
      approval,
      denialReason,
      wasApproved,
      onboarded,
      hasAccount: market.stripeAccountId !== null,
      requirements,
      subscription,
      productCount,
    }),
  }
}

/** "Paused until Monday, October 5"; null if the market takes orders. */
async function pausedText(ctx: SellerContext): Promise<string | null> {
  const own = await readCalendar(ctx.db, ctx.actor.marketId)
  if (!own) return null
  const state = openState(own.calendar, ctx.now(), own.timeZone)
  return state.state === "paused" ? openStateText(state, ctx.now(), own.timeZone) : null
}
