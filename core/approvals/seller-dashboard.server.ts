import { openStateText } from "#core/calendar/calendar-text.ts"
import { openState } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { readProductDraft } from "#core/catalog/product-draft.server.ts"
import type { SellerContext } from "#core/context.ts"
import { readOwnMarket } from "#core/identity/own-profiles.server.ts"
import type { Cents } from "#core/money.ts"
import { countSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { countSellerDay } from "#core/orders/seller-day.server.ts"
import { lastPayout } from "#core/payouts/last-payout.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { isSubscribed, sellerStatus } from "./seller-card.ts"

/** Everything on the seller's dashboard: today, what needs attention, revenue, orders, their own data, the status card. */
export async function sellerDashboard(ctx: SellerContext) {
  const { market, email, productCount } = await readOwnMarket(ctx)
  const { approval, denialReason, wasApproved, onboarded, requirements, subscription } = market
  const { firstName, lastName, name, address, city, state, zip, phone } = market
  const status = sellerStatus({
    approval,
    denialReason,
    wasApproved,
    onboarded,
    hasAccount: market.stripeAccountId !== null,
    requirements,
    subscription,
    productCount,
  })
  return {
    today: await countSellerDay(ctx, market.timeZone),
    draft: status.card.kind === "products" ? await unfinishedDraft(ctx) : null,
    failedPayout: await failedPayout(ctx),
    info: { firstName, lastName, name, address, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    orders: await countSellerOrders(ctx),
    subscribed: isSubscribed(subscription),
    paymentFailed: subscription === "past_due",
    pausedText: await pausedText(ctx),
    status,
  }
}

/** The product that the seller has begun to insert, by its name or category; null if there is none. */
async function unfinishedDraft(ctx: SellerContext): Promise<{ name: string } | null> {
  const draft = await readProductDraft(ctx)
  return draft && { name: draft.answers.name?.trim() || draft.answers.category || "" }
}

/** The newest payout if the bank returned it; null otherwise. */
async function failedPayout(ctx: SellerContext): Promise<{ amountCents: Cents } | null> {
  const last = await lastPayout(ctx)
  return last?.status === "failed" ? { amountCents: last.amountCents } : null
}

/** "Paused until Monday, October 5"; null if the market takes orders. */
async function pausedText(ctx: SellerContext): Promise<string | null> {
  const own = await readCalendar(ctx.db, ctx.actor.marketId)
  if (!own) return null
  const state = openState(own.calendar, ctx.now(), own.timeZone)
  return state.state === "paused" ? openStateText(state, ctx.now(), own.timeZone) : null
}
