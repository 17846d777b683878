import { eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext, Context, CourierContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { lostMessage } from "#core/orders/statuses.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import type { Transaction } from "#db/client.ts"
import { courierPositions, deliveries, markets, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockDelivery, lockOwnDelivery, takenBy } from "./own-delivery.server.ts"

/** Returns a delivery and its fee to the waiting list before pickup, for a courier who cannot make it. */
export async function giveBackDelivery(ctx: CourierContext, deliveryId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const delivery = await lockOwnDelivery(ctx, tx, deliveryId)
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "giveBack", mine: takenBy(ctx) })
    await putBack(ctx, tx, delivery)
  })
}

/** Lets an admin take a delivery from a courier who does not show up. Throws `illegal_move` once it was picked up. */
export async function releaseDelivery(ctx: AdminContext, deliveryId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId, undefined)
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "giveBack", mine: undefined })
    await putBack(ctx, tx, delivery)
    if (delivery.courierId) await tellLoss(tx, delivery.orderId, delivery.courierId)
    await recordAudit(ctx, tx, {
      action: "delivery.released",
      subjectType: "delivery",
      subjectId: delivery.id,
      details: { courierId: delivery.courierId },
    })
  })
}

async function tellLoss(tx: Transaction, orderId: string, courierId: string): Promise<void> {
  const [order] = await tx
    .select({ number: orders.number, market: markets.name })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (!order) throw notFound("This order")
  const message = lostMessage(order.number, order.market, null)
  await notify(tx, { userId: courierId, role: "deliverer", orderId, message })
}

/** Restarts the "nobody takes it" clock, so that other couriers get the full time to take the delivery. */
async function putBack(ctx: Context, tx: Transaction, delivery: { id: string; orderId: string }) {
  await tx
    .update(deliveries)
    .set({ courierId: null, takenAt: null, offeredAt: ctx.now() })
    .where(eq(deliveries.id, delivery.id))
  await tx.delete(courierPositions).where(eq(courierPositions.deliveryId, delivery.id))
  await assignDeliveryFee(tx, delivery.orderId, { party: "platform", userId: null })
}
