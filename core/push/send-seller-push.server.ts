import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DAY_MINUTES, HOUR_MINUTES } from "#core/durations.ts"
import { cents } from "#core/money.ts"
import { readNewOrder } from "#core/orders/list-new-orders.server.ts"
import { IS_NEW } from "#core/orders/remind-of-new-order.server.ts"
import { nextSellerStep, refundWarning } from "#core/orders/seller-deadlines.ts"
import { markets, OPEN, orders, payouts } from "#db/schema/index.ts"
import { deliverPush } from "./deliver-push.server.ts"
import type { PushMessage } from "./push-message.ts"
import {
  disputePush,
  newOrderPush,
  orderWaitingPush,
  payoutFailedPush,
  reminderPush,
  requirementsPush,
  subscriptionPush,
} from "./seller-push.ts"

type OfOrder = { readonly orderId: string }
type OfSeller = { readonly userId: string }

const NEWS_MINUTES = 12 * HOUR_MINUTES

/** Notifies the seller of a new order, unless it is over already. */
export async function pushNewOrder(ctx: SystemContext, { orderId }: OfOrder, jobId: string): Promise<void> {
  const order = await readNewOrder(ctx.db, orderId, OPEN)
  if (!order) return
  await deliverPush(
    ctx,
    { role: "seller", kind: "newOrders", userIds: [order.sellerId] },
    { jobId, ttlMinutes: NEWS_MINUTES, message: newOrderPush(order) },
  )
}

/** Reminds the seller of an order that is still new, unless somebody has acted in the meantime. */
export async function pushOrderWaiting(
  ctx: SystemContext,
  { orderId }: OfOrder,
  jobId: string,
): Promise<void> {
  const order = await readNewOrder(ctx.db, orderId, IS_NEW)
  if (!order) return
  await deliverPush(
    ctx,
    { role: "seller", kind: "reminders", userIds: [order.sellerId] },
    { jobId, ttlMinutes: HOUR_MINUTES, message: orderWaitingPush(order) },
  )
}

/** Warns the seller that an order will be refunded, unless they have acted in the meantime. */
export async function pushReminder(ctx: SystemContext, { orderId }: OfOrder, jobId: string): Promise<void> {
  const [order] = await ctx.db
    .select({
      orderId: orders.id,
      number: orders.number,
      fulfilment: orders.fulfilment,
      status: orders.status,
      sellerId: markets.userId,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  const wait = order && nextSellerStep(order)
  if (!wait) return
  await deliverPush(
    ctx,
    { role: "seller", kind: "reminders", userIds: [order.sellerId] },
    { jobId, ttlMinutes: NEWS_MINUTES, message: reminderPush(order, refundWarning(wait, ctx.rates)) },
  )
}

/** Notifies the seller that a customer's bank took an order's money back. */
export async function pushDispute(ctx: SystemContext, { orderId }: OfOrder, jobId: string): Promise<void> {
  const [order] = await ctx.db
    .select({ orderId: orders.id, number: orders.number, userId: markets.userId })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (order) await aboutMoney(ctx, order, disputePush(order), jobId)
}

/** Notifies a seller that their bank returned a payout. */
export async function pushPayoutFailed(
  ctx: SystemContext,
  { payoutId, userId }: OfSeller & { readonly payoutId: string },
  jobId: string,
): Promise<void> {
  const [payout] = await ctx.db
    .select({ amountCents: payouts.amountCents })
    .from(payouts)
    .where(eq(payouts.id, payoutId))
  if (payout) await aboutMoney(ctx, { userId }, payoutFailedPush(cents(payout.amountCents)), jobId)
}

/** Notifies a seller that the payment provider needs more information. */
export const pushRequirements = (ctx: SystemContext, seller: OfSeller, jobId: string): Promise<void> =>
  aboutMoney(ctx, seller, requirementsPush, jobId)

/** Notifies a seller that their card was declined, or that the subscription ended for it, if that is still so. */
export async function pushSubscription(
  ctx: SystemContext,
  { userId, now }: OfSeller & { readonly now: string },
  jobId: string,
): Promise<void> {
  const message = subscriptionPush(now)
  const [market] = await ctx.db
    .select({ subscription: markets.subscription })
    .from(markets)
    .where(eq(markets.userId, userId))
  if (message && market?.subscription === now) await aboutMoney(ctx, { userId }, message, jobId)
}

const aboutMoney = (ctx: SystemContext, { userId }: OfSeller, message: PushMessage, jobId: string) =>
  deliverPush(
    ctx,
    { role: "seller", kind: "money", userIds: [userId] },
    { jobId, ttlMinutes: DAY_MINUTES, message },
  )
