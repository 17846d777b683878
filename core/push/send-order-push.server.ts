import { eq } from "drizzle-orm"
import { timeText } from "#core/calendar/calendar-text.ts"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MINUTES } from "#core/durations.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import { minutesToAnswer } from "#core/orders/replacement.ts"
import { offersOfOrders } from "#core/orders/replacement-queries.server.ts"
import { markets, orders } from "#db/schema/index.ts"
import { deliverPush } from "./deliver-push.server.ts"
import {
  cancelledPush,
  lostDeliveryPush,
  type PushMessage,
  refundPush,
  replacementPush,
  stepPush,
} from "./push-message.ts"
import { cancelledSalePush } from "./seller-push.ts"

type OrderEvent = { readonly orderId: string }

/** Notifies the customer of a status, unless the order has moved on: then the later status has its own message. */
export async function pushOrderStep(
  ctx: SystemContext,
  { orderId, status, carriage }: OrderEvent & { status: string; carriage?: "platform" | undefined },
  jobId: string,
): Promise<void> {
  const order = await factsOf(ctx, orderId)
  const message = order?.status === status ? stepPush(order, status, carriage) : undefined
  if (!order || !message) return
  const evenInQuietHours = status === "picked up"
  await toCustomer(ctx, order, { kind: "orderSteps", message, jobId, evenInQuietHours })
}

/**
 * Notifies the customer, the courier who was on the way and, unless they canceled it, the seller that an order was
 * canceled.
 */
export async function pushOrderCancelled(
  ctx: SystemContext,
  { orderId, courierId }: OrderEvent & { courierId?: string | undefined },
  jobId: string,
): Promise<void> {
  const order = await factsOf(ctx, orderId)
  if (!order) return
  const told = await Promise.allSettled([
    toCustomer(ctx, order, { kind: "refunds", message: cancelledPush(order), jobId }),
    deliverPush(
      ctx,
      { role: "deliverer", kind: "ownDelivery", userIds: courierId ? [courierId] : [] },
      { jobId, ttlMinutes: 2 * HOUR_MINUTES, message: lostDeliveryPush(order) },
    ),
    deliverPush(
      ctx,
      { role: "seller", kind: "orderSteps", userIds: order.cancelledBy === "seller" ? [] : [order.sellerId] },
      { jobId, ttlMinutes: 12 * HOUR_MINUTES, message: cancelledSalePush(order) },
    ),
  ])
  for (const result of told) if (result.status === "rejected") throw result.reason
}

/** Notifies the customer that a part of an order is refunded. */
export async function pushRefund(ctx: SystemContext, { orderId }: OrderEvent, jobId: string): Promise<void> {
  const order = await factsOf(ctx, orderId)
  if (order) await toCustomer(ctx, order, { kind: "refunds", message: refundPush(order), jobId })
}

/** Asks the customer about an offered replacement, while they can answer. */
export async function pushReplacement(
  ctx: SystemContext,
  { orderId, offerId }: OrderEvent & { offerId: string },
  jobId: string,
): Promise<void> {
  const order = await factsOf(ctx, orderId)
  const offer = (await offersOfOrders(ctx.db, [orderId]))(orderId).find(({ id }) => id === offerId)
  const ttlMinutes = offer?.status === "open" ? minutesToAnswer(offer.expiresAt, ctx.now()) : 0
  if (!order || !offer || ttlMinutes === 0) return
  const message = replacementPush(order, timeText(offer.expiresAt, order.timeZone))
  await toCustomer(ctx, order, { kind: "replacements", message, jobId, ttlMinutes })
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
type ToCustomer = {
  kind: KindOf<"customer">
  message: PushMessage
  jobId: string
  evenInQuietHours?: boolean
  ttlMinutes?: number
}

const toCustomer = (ctx: SystemContext, order: Facts, { kind, ...sending }: ToCustomer) =>
  deliverPush(
    ctx,
    { role: "customer", kind, userIds: [order.customerId] },
    { ttlMinutes: 12 * HOUR_MINUTES, ...sending },
  )

async function factsOf(ctx: SystemContext, orderId: string) {
  const [facts] = await ctx.db
    .select({
      orderId: orders.id,
      number: orders.number,
      status: orders.status,
      cancelledBy: orders.cancelledBy,
      customerId: orders.customerId,
      sellerId: markets.userId,
      timeZone: markets.timeZone,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  return facts
}
