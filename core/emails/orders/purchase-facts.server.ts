import { eq } from "drizzle-orm"
import { orderIdsOf } from "#core/checkout/checkout-queries.server.ts"
import type { SystemContext } from "#core/context.ts"
import { purchaseColumns, purchaseOf } from "#core/purchases/purchases-of.server.ts"
import { checkouts, orders } from "#db/schema/index.ts"
import { aboutOrder, orderFacts } from "./order-facts.server.ts"
import type { OrderFacts } from "./order-texts.ts"

/**
 * Returns the purchase of its first order, with all of its orders, and its customer; null when either no longer exists,
 * and for another order of the purchase: events from before there was one receipt for all ask for each.
 */
export async function aboutPurchase(ctx: SystemContext, orderId: string) {
  const about = await aboutOrder(ctx, orderId, "customer")
  if (!about) return null
  const [paid] = await ctx.db
    .select(purchaseColumns)
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(eq(orders.id, orderId))
  if (!paid) return null
  const ids = await orderIdsOf(ctx.db, paid.id)
  if (ids[0] !== orderId) return null
  const parts: OrderFacts[] = []
  for (const id of ids) {
    const order = id === orderId ? about.order : await orderFacts(ctx, id)
    if (order) parts.push(order)
  }
  return { purchase: { ...purchaseOf(paid), parts }, to: about.to }
}

export type PurchaseFacts = NonNullable<Awaited<ReturnType<typeof aboutPurchase>>>["purchase"]
