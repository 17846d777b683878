import { eq } from "drizzle-orm"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { markOrderSeen } from "../notifications/mark-seen.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/**
 * "Got it": the seller has seen a new order. Any first step of the seller on the order does the same, and so does packing
 * of it. Changes nothing if it was acknowledged before. Throws `not_found` for another market's order.
 */
export async function acknowledgeOrder(ctx: SellerContext, { orderId }: { orderId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) =>
    acknowledgeWithin(ctx, tx, await lockOrder(tx, orderId, ofSeller(ctx))),
  )
}

/** `acknowledgeOrder` as part of another command's transaction, which has locked the order. */
export async function acknowledgeWithin(
  ctx: SellerContext,
  tx: Transaction,
  { id, acknowledgedAt }: Pick<typeof orders.$inferSelect, "id" | "acknowledgedAt">,
): Promise<void> {
  if (acknowledgedAt) return
  await tx.update(orders).set({ acknowledgedAt: ctx.now() }).where(eq(orders.id, id))
  await markOrderSeen(ctx, tx, id)
  await emit(tx, "order.acknowledged", { orderId: id, sellerId: ctx.actor.userId })
}

/** "Got it" for several orders: each is a transaction of its own. Throws what `acknowledgeOrder` does. */
export async function acknowledgeOrders(
  ctx: SellerContext,
  { orderIds }: { orderIds: readonly string[] },
): Promise<void> {
  for (const orderId of orderIds) await acknowledgeOrder(ctx, { orderId })
}
