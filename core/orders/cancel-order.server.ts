import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import { freePlaces, type Place } from "#core/checkout/window-places.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries, markets, orderLines, orders, refunds, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type Context, isPerson } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { notify } from "../notifications/notify.server.ts"
import { priceRest } from "../payments/refund.ts"
import { readRefundable, refundedQuantity } from "../payments/refundable-order.server.ts"
import { reverseOrder } from "../payments/reverse-order.server.ts"
import { CANCEL, canCancel, WRITE_OFF } from "./moves.ts"
import { lockOrder } from "./order-queries.server.ts"
import { customerMessage, lostMessage, statusText } from "./statuses.ts"

type CancelledBy = "seller" | "admin" | "system"

/**
 * An order that cannot be fulfilled: refunded in full, its stock back on the shelf (unless a carrier has it), its
 * ledger reversed, everyone told. `mine` narrows it to the actor's own. Throws `not_found`, and `illegal_move` once the
 * goods are on their way and it is not for this person to give them up.
 */
export async function cancelOrder(
  ctx: Context,
  input: { orderId: string; reason: string; by: CancelledBy; mine: SQL | undefined },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { order, isLost } = await markCancelled(ctx, tx, input)
    const courierId = await releaseCourier(tx, order.id)
    if (!isLost) {
      await restock(tx, order.id)
      await freePlaces(tx, placeOf(order))
    }
    // What the customer's bank took back is not given back a second time.
    if (!order.chargedBackAt) await giveBack(tx, order.id, input.reason)
    await announce(tx, order, courierId)
    if (input.by === "admin" && isPerson(ctx)) {
      await recordAudit(ctx, tx, {
        action: "order.cancelled",
        subjectType: "order",
        subjectId: order.id,
        details: { number: order.number, reason: input.reason },
      })
    }
  })
}

/** Holds the row while it decides: the order's status says whether its goods come back to the shelf. */
async function markCancelled(ctx: Context, tx: Transaction, input: Parameters<typeof cancelOrder>[1]) {
  const now = ctx.now()
  const { status } = await lockOrder(tx, input.orderId, input.mine)
  if (!canCancel(status, input.by))
    throw new DomainError("illegal_move", `This order is "${statusText(status)}" and can't be cancelled.`)
  const [order] = await tx
    .update(orders)
    .set({
      status: CANCEL.to,
      cancelledAt: now,
      cancelledBy: input.by,
      cancelReason: input.reason,
      updatedAt: now,
    })
    .where(
      and(eq(orders.id, input.orderId), status === null ? isNull(orders.status) : eq(orders.status, status)),
    )
    .returning()
  if (!order) throw new Error("An order moved while it was held.")
  return { order, isLost: (WRITE_OFF.from as readonly (string | null)[]).includes(status) }
}

type Order = Awaited<ReturnType<typeof markCancelled>>["order"]

/**
 * Rows in variant-id order, like every other lock on stock, so that two cannot deadlock. What was refunded before was
 * missing or broken, and is not there to come back.
 */
async function restock(tx: Transaction, orderId: string): Promise<void> {
  const lines = await tx
    .select({
      variantId: orderLines.variantId,
      quantity: sql<number>`${orderLines.quantity} - ${refundedQuantity()}`,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.variantId)
  for (const line of lines) {
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${line.quantity}` })
      .where(eq(variants.id, line.variantId))
  }
}

function placeOf({ marketId, fulfilment, windowStartsAt: startsAt }: Order): Place[] {
  return startsAt ? [{ marketId, fulfilment, startsAt }] : []
}

/** Whoever was on the way to pick it up; a courier who gave it back or never was, is null. */
async function releaseCourier(tx: Transaction, orderId: string): Promise<string | null> {
  const mine = eq(deliveries.orderId, orderId)
  const [delivery] = await tx.select({ courierId: deliveries.courierId }).from(deliveries).where(mine)
  if (!delivery?.courierId) return null
  await tx.update(deliveries).set({ courierId: null }).where(mine)
  return delivery.courierId
}

/** Takes what is left of an order's money off the books and owes it to the customer's card; a job sends it. */
export async function giveBack(tx: Transaction, orderId: string, reason: string): Promise<void> {
  const order = await readRefundable(tx, orderId)
  const { lines: _whole, ...rest } = priceRest(order)
  if (rest.amountCents === 0) {
    await reverseOrder(tx, orderId, "refund", `order:${orderId}:cancelled`)
    return
  }
  const [refund] = await tx
    .insert(refunds)
    .values({ ...rest, checkoutId: order.checkoutId, orderId, reason })
    .returning({ id: refunds.id })
  if (!refund) throw new Error("A refund was not written.")
  await reverseOrder(tx, orderId, "refund", `refund:${refund.id}`)
  await emit(tx, "order.refundDue", { orderId, refundId: refund.id })
}

async function announce(tx: Transaction, order: Order, courierId: string | null): Promise<void> {
  const [market] = await tx
    .select({ sellerId: markets.userId, name: markets.name })
    .from(markets)
    .where(eq(markets.id, order.marketId))
  if (!market) throw notFound("This market")
  const base = { orderId: order.id }
  await notify(tx, {
    ...base,
    userId: order.customerId,
    role: "customer",
    message: customerMessage(order.number, market.name, "cancelled") ?? "",
  })
  await notify(tx, {
    ...base,
    userId: market.sellerId,
    role: "seller",
    message: `Order ${order.number} was cancelled${order.chargedBackAt ? "" : " and refunded"}: ${order.cancelReason}`,
  })
  if (courierId) {
    await notify(tx, {
      ...base,
      userId: courierId,
      role: "deliverer",
      message: lostMessage(order.number, market.name, order.cancelReason ?? ""),
    })
  }
  await emit(tx, "order.cancelled", {
    ...base,
    customerId: order.customerId,
    sellerId: market.sellerId,
    ...(courierId ? { courierId } : {}),
    ...(order.fulfilment === "delivery" ? { carriage: "platform" as const } : {}),
  })
}
