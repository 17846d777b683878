import { desc, eq, inArray } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import {
  cartLines,
  carts,
  checkouts,
  customers,
  deliveries,
  markets,
  orderLines,
  orders,
  products,
  variants,
} from "#db/schema/index.ts"

/** What the person bought, and what is in their cart; null for who is no customer. */
export async function exportPurchases(ctx: PersonContext) {
  const { userId } = ctx.actor
  const [customer] = await ctx.db.select().from(customers).where(eq(customers.userId, userId))
  if (!customer) return null
  const [cart] = await ctx.db.select().from(carts).where(eq(carts.customerId, userId))
  const inCart = await ctx.db
    .select({ product: products.name, size: variants.size, quantity: cartLines.quantity })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(cartLines.customerId, userId))
  const paid = await ctx.db
    .select({
      id: checkouts.id,
      status: checkouts.status,
      shipTo: checkouts.shipTo,
      billing: checkouts.billing,
      totalCents: checkouts.totalCents,
      createdAt: checkouts.createdAt,
    })
    .from(checkouts)
    .where(eq(checkouts.customerId, userId))
    .orderBy(desc(checkouts.createdAt))
  const { firstName, lastName, createdAt, stripeCustomerId } = customer
  return {
    firstName,
    lastName,
    createdAt,
    stripeCustomerId,
    cart: { fulfilment: cart?.fulfilment ?? null, shipTo: cart?.shipTo ?? null, lines: inCart },
    checkouts: paid,
    orders: await exportOrders(ctx),
  }
}

async function exportOrders(ctx: PersonContext) {
  const bought = await ctx.db
    .select({ order: orders, market: markets.name })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.customerId, ctx.actor.userId))
    .orderBy(desc(orders.createdAt))
  if (bought.length === 0) return []
  const ids = bought.map(({ order }) => order.id)
  const lines = await ctx.db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  const brought = await ctx.db.select().from(deliveries).where(inArray(deliveries.orderId, ids))
  return bought.map(({ order, market }) => ({
    ...order,
    market,
    lines: lines.filter(({ orderId }) => orderId === order.id).map(lineOf),
    delivery: brought.filter(({ orderId }) => orderId === order.id).map(deliveryOf)[0] ?? null,
  }))
}

function lineOf(line: typeof orderLines.$inferSelect) {
  const { productName, category, section, size, quantity, unitPriceCents, taxCents } = line
  return { productName, category, section, size, quantity, unitPriceCents, taxCents }
}

/** Without who brought it: that is another person. */
function deliveryOf({ courierId: _other, hasDeliverer: _how, ...delivery }: typeof deliveries.$inferSelect) {
  return delivery
}
