import { eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { lostMessage } from "#core/orders/statuses.ts"
import type { Transaction } from "#db/client.ts"
import { markets, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { putBack } from "./courier-steps.server.ts"
import { lockDelivery } from "./delivery-queries.server.ts"

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
