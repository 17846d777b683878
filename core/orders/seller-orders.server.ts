import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"

/** The part of the SQL that makes another seller's order not found. */
export const ofSeller = (ctx: SellerContext) =>
  sql`${orders.marketId} in (select m.id from markets m where m.user_id = ${ctx.actor.userId})`

/** Locks one of the seller's own orders and says how it stands. Throws `not_found`. */
export async function lockSellerOrder(ctx: SellerContext, tx: Transaction, orderId: string) {
  if (!isId(orderId)) throw notFound("This order")
  const [order] = await tx
    .select({ id: orders.id, status: orders.status, fulfilment: orders.fulfilment })
    .from(orders)
    .where(sql`${eq(orders.id, orderId)} and ${ofSeller(ctx)}`)
    .for("no key update")
  if (!order) throw notFound("This order")
  return order
}
