import { eq, type SQL } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import { freeSlots, type Slot } from "#core/checkout/slots.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { courierPositions, deliveries, markets, orderLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type Context, isPerson } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { notify } from "../notifications/notify.server.ts"
import { bookRefund } from "../payments/book-refund.server.ts"
import { createRefund } from "../payments/move-refund.server.ts"
import { priceRest } from "../payments/refund.ts"
import { readRefundable } from "../payments/refundable-order.server.ts"
import { reverseOrder } from "../payments/reverse-order.server.ts"
import { scheduleTransfers } from "../payments/schedule-transfers.server.ts"
import { closeOffers } from "./end-replacement.server.ts"
import { moveStatus } from "./move-order.server.ts"
import { cancellationOf, type GoodsPlace, goodsAt } from "./moves.ts"
import { lockOrder } from "./order-queries.server.ts"
import { quantityAtMarket } from "./packing-queries.server.ts"
import {
  calledOffMessage,
  cancelledSaleMessage,
  customerMessage,
  lostMessage,
  statusText,
} from "./statuses.ts"

type CancelledBy = "seller" | "admin" | "system"

type Cancellation = {
  orderId: string
  reason: string
  by: CancelledBy
  /** Limits the lookup to the actor's own orders. */
  mine: SQL | undefined
  /** Whether to restore the stock; by default it is restored if the goods are still at the market. */
  restock?: boolean | undefined
  /** Who had the goods when the person reviewed the cancellation: it determines who pays. */
  seen?: GoodsPlace | undefined
}

/**
 * Cancels an order that cannot be fulfilled: refunds what is left of it, restores the stock, reverses the ledger and
 * notifies everyone involved. If a courier has the goods, the platform pays for the refund: the seller and the courier
 * are paid as for a delivery. Throws `not_found`, and `illegal_move` once this actor may no longer cancel the order or
 * if the goods are no longer where `seen` says.
 */
export async function cancelOrder(ctx: Context, input: Cancellation): Promise<void> {
  await transaction(ctx.db, (tx) => cancelWithin(ctx, tx, input))
}

/** `cancelOrder` as part of another command's transaction. */
export async function cancelWithin(ctx: Context, tx: Transaction, input: Cancellation): Promise<void> {
  const { order, wasAtMarket } = await markCancelled(ctx, tx, input)
  const courierId = await releaseCourier(tx, order.id)
  const held = await closeOffers(ctx, tx, order.id)
  await restoreStock(tx, order.restocked ? [...held, ...(await atMarket(tx, order.id))] : held)
  if (wasAtMarket) await freeSlots(tx, slotOf(order))
  // If the payment was charged back, the customer's bank has already returned it.
  if (!order.chargedBackAt) await giveBack(ctx, tx, order)
  await announce(tx, order, courierId)
  if (input.by === "admin" && isPerson(ctx)) {
    await recordAudit(ctx, tx, {
      action: "order.cancelled",
      subjectType: "order",
      subjectId: order.id,
      details: {
        number: order.number,
        reason: input.reason,
        restocked: order.restocked,
        ...(courierId ? { courierId } : {}),
        ...(order.fulfilledAt ? { bearer: "platform" } : {}),
      },
    })
  }
}

/** Locks the row before it decides: the order's status determines where the goods are and who pays. */
async function markCancelled(ctx: Context, tx: Transaction, input: Cancellation) {
  const { orderId, mine } = input
  const before = await lockOrder(tx, orderId, mine)
  const move = cancellationOf(before, input.by)
  if (!move)
    throw new DomainError(
      "illegal_move",
      `This order is "${statusText(before.status)}" and can't be canceled.`,
    )
  const place = goodsAt(before)
  if (input.seen && input.seen !== place)
    throw new DomainError(
      "illegal_move",
      `This order is "${statusText(before.status)}" now, so the cost isn't covered as you were shown. Review it again.`,
    )
  const wasAtMarket = place === "market"
  const now = ctx.now()
  const order = await moveStatus(
    ctx,
    tx,
    { orderId, move, mine },
    {
      cancelledAt: now,
      cancelledBy: input.by,
      cancelReason: input.reason,
      restocked: input.restock ?? wasAtMarket,
      ...(place === "courier" ? { fulfilledAt: now } : {}),
    },
  )
  if (!order) throw new Error("An order moved while it was held.")
  return { order, wasAtMarket }
}

type CanceledOrder = Awaited<ReturnType<typeof markCancelled>>["order"]

/**
 * What of an order returns to stock. Units that were refunded before were missing or broken, and units that were not
 * packed were not there, so they are not restocked.
 */
const atMarket = (tx: Transaction, orderId: string) =>
  tx
    .select({ variantId: orderLines.variantId, quantity: quantityAtMarket() })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))

function slotOf({ marketId, fulfilment, windowStartsAt: startsAt }: CanceledOrder): Slot[] {
  return startsAt ? [{ marketId, fulfilment, startsAt }] : []
}

/** Returns the courier who had taken the order; null if nobody had, or if they gave it back. */
async function releaseCourier(tx: Transaction, orderId: string): Promise<string | null> {
  const mine = eq(deliveries.orderId, orderId)
  const [delivery] = await tx
    .select({ id: deliveries.id, courierId: deliveries.courierId })
    .from(deliveries)
    .where(mine)
  if (!delivery?.courierId) return null
  await tx.update(deliveries).set({ courierId: null }).where(mine)
  await tx.delete(courierPositions).where(eq(courierPositions.deliveryId, delivery.id))
  return delivery.courierId
}

type GivenBack = Pick<CanceledOrder, "id" | "cancelReason" | "fulfilledAt">

/**
 * Requests a refund of what is left of a canceled order; a job sends it. The order's earnings are reversed, or, if a
 * courier had the goods, the platform pays for the refund and the earnings become due.
 */
export async function giveBack(ctx: Context, tx: Transaction, cancelled: GivenBack): Promise<void> {
  const orderId = cancelled.id
  const bearer = cancelled.fulfilledAt ? "platform" : "seller"
  const order = await readRefundable(tx, orderId)
  const { lines: _whole, ...rest } = priceRest(order)
  let refundId: string | null = null
  if (rest.amountCents > 0) {
    const reason = cancelled.cancelReason ?? "Cancelled"
    const refund = { ...rest, checkoutId: order.checkoutId, orderId, reason, bearer } as const
    refundId = await createRefund(ctx, tx, "request", refund)
    if (!refundId) throw new Error("A refund was not written.")
    if (bearer === "platform") await bookRefund(ctx, tx, { ...rest, bearer, id: refundId }, order)
    await emit(tx, "order.refundDue", { orderId, refundId })
  }
  if (bearer === "platform") await scheduleTransfers(ctx, tx, orderId)
  else {
    const reference = refundId ? `refund:${refundId}` : `order:${orderId}:cancelled`
    await reverseOrder(ctx, tx, orderId, { kind: "refund", reference, refundId })
  }
}

async function announce(tx: Transaction, order: CanceledOrder, courierId: string | null): Promise<void> {
  const [market] = await tx
    .select({
      sellerId: markets.userId,
      name: markets.name,
      address: markets.address,
      city: markets.city,
      state: markets.state,
      zip: markets.zip,
      phone: markets.phone,
    })
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
  if (order.cancelledBy !== "seller")
    await notify(tx, {
      ...base,
      userId: market.sellerId,
      role: "seller",
      message: cancelledSaleMessage(order),
    })
  if (courierId) {
    await notify(tx, {
      ...base,
      userId: courierId,
      role: "deliverer",
      message: order.fulfilledAt
        ? calledOffMessage(order, market)
        : lostMessage(order.number, market.name, order.cancelReason ?? ""),
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
