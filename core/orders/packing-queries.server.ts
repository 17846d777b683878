import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { withdraw } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { refundedQuantity } from "#core/payments/refundable-order.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { markets, orderLines, orders } from "#db/schema/index.ts"
import { offersFor, PACKING_UNDO_MS } from "./packing.ts"
import { offersOfOrders } from "./replacement-queries.server.ts"

/** The lines of an order as they are packed, by id. */
export async function packedLines(db: Executor, orderId: string) {
  const lines = await db
    .select({
      id: orderLines.id,
      productName: orderLines.productName,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
      unit: orderLines.unit,
      unitAmount: orderLines.unitAmount,
      byWeight: orderLines.byWeight,
      refundedQuantity: refundedQuantity(),
      replacedQuantity: orderLines.replacedQuantity,
      packedQuantity: orderLines.packedQuantity,
      packedAmount: orderLines.packedAmount,
      differenceReason: orderLines.differenceReason,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  const offers = (await offersOfOrders(db, [orderId]))(orderId)
  return lines.map((line) => ({ ...line, ...offersFor(line, offers) }))
}

/** Says that an order is packed. What packing changed is settled once nobody can undo it. */
export async function announcePacked(
  ctx: Context,
  tx: Transaction,
  { orderId, isLess }: { orderId: string; isLess: boolean },
): Promise<void> {
  const [order] = await tx
    .select({ customerId: orders.customerId, sellerId: markets.userId })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (!order) throw new Error("An order vanished while it was packed.")
  const dueAt = new Date(ctx.now().getTime() + PACKING_UNDO_MS)
  await emit(tx, "order.packed", { orderId, ...order, isLess }, { dueAt })
}

/**
 * An order that leaves the market counts as packed if something of it was found missing: the customer gets the
 * difference back even if nobody marked it packed. The caller holds the lock on the order's row.
 */
export async function packBeforeItLeaves(ctx: Context, tx: Transaction, orderId: string): Promise<void> {
  const less = tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.orderId, orderId),
        or(lt(orderLines.packedQuantity, orderLines.quantity), isNotNull(orderLines.packedAmount)),
      ),
    )
  const packed = await tx
    .update(orders)
    .set({ packedAt: ctx.now() })
    .where(and(inArray(orders.id, less), isNull(orders.packedAt)))
    .returning({ id: orders.id })
  if (packed.length > 0) await announcePacked(ctx, tx, { orderId, isLess: true })
}

/**
 * Opens an order again that was packed at this time or later, so that nothing is refunded. Returns how many due refunds
 * it withdrew. The caller holds the lock on the order's row.
 */
export async function unpackSince(tx: Transaction, orderId: string, at: Date): Promise<number> {
  const unpacked = await tx
    .update(orders)
    .set({ packedAt: null, bags: null })
    .where(and(eq(orders.id, orderId), gte(orders.packedAt, at)))
    .returning({ id: orders.id })
  return unpacked.length > 0 ? withdraw(tx, "order.packed", { orderId }) : 0
}

/** SQL for a row of `order_lines`: how many a customer gets, without what was refunded or replaced. */
export const quantityToGive = () =>
  sql<number>`(${orderLines.quantity} - ${orderLines.replacedQuantity} - ${refundedQuantity()})`

/** SQL for a row of `order_lines`: how many are at the market for a customer, without what is missing. */
export const quantityAtMarket = () =>
  sql<number>`least(coalesce(${orderLines.packedQuantity}, ${orderLines.quantity}), ${quantityToGive()})`
