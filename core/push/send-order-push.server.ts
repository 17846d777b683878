import { and, eq, type SQL } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MINUTES } from "#core/durations.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import { IS_NEW } from "#core/orders/remind-of-new-order.server.ts"
import { customers, markets, orders } from "#db/schema/index.ts"
import { deliverPush } from "./deliver-push.server.ts"
import {
  cancelledPush,
  lostDeliveryPush,
  newOrderPush,
  orderWaitingPush,
  type PushMessage,
  refundPush,
  stepPush,
} from "./push-message.ts"

type OrderEvent = { readonly orderId: string }

/** Notifies the seller of a new order, unless it was canceled in the meantime. */
export async function pushNewOrder(
  ctx: SystemContext,
  { orderId }: OrderEvent,
  jobId: string,
): Promise<void> {
  const order = await factsOf(ctx, orderId)
  if (!order || order.status === "cancelled") return
  await deliverPush(
    ctx,
    { role: "seller", kind: "newOrders", userIds: [order.sellerId] },
    { jobId, ttlMinutes: 12 * HOUR_MINUTES, message: newOrderPush(order) },
  )
}

/** Reminds the seller of an order that is still new, unless somebody has acted in the meantime. */
export async function pushOrderWaiting(
  ctx: SystemContext,
  { orderId }: OrderEvent,
  jobId: string,
): Promise<void> {
  const order = await factsOf(ctx, orderId, IS_NEW)
  if (!order) return
  await deliverPush(
    ctx,
    { role: "seller", kind: "reminders", userIds: [order.sellerId] },
    { jobId, ttlMinutes: HOUR_MINUTES, message: orderWaitingPush(order) },
  )
}

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

/** Notifies the customer, and the courier who was on the way, that an order was canceled. */
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
  ])
  for (const result of told) if (result.status === "rejected") throw result.reason
}

/** Notifies the customer that a part of an order is refunded. */
export async function pushRefund(ctx: SystemContext, { orderId }: OrderEvent, jobId: string): Promise<void> {
  const order = await factsOf(ctx, orderId)
  if (order) await toCustomer(ctx, order, { kind: "refunds", message: refundPush(order), jobId })
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
type ToCustomer = {
  kind: KindOf<"customer">
  message: PushMessage
  jobId: string
  evenInQuietHours?: boolean
}

const toCustomer = (ctx: SystemContext, order: Facts, { kind, ...sending }: ToCustomer) =>
  deliverPush(
    ctx,
    { role: "customer", kind, userIds: [order.customerId] },
    { ...sending, ttlMinutes: 12 * HOUR_MINUTES },
  )

async function factsOf(ctx: SystemContext, orderId: string, where?: SQL) {
  const [facts] = await ctx.db
    .select({
      orderId: orders.id,
      number: orders.number,
      status: orders.status,
      fulfilment: orders.fulfilment,
      customerId: orders.customerId,
      customer: { firstName: customers.firstName },
      sellerId: markets.userId,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(and(eq(orders.id, orderId), where))
  return facts
}
