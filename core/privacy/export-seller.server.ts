import { asc, desc, eq, inArray } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { markets, orderLines, orders, products, variants } from "#db/schema/index.ts"

/** The person's market, its products and what it sold, without the buyers; null for who has none. */
export async function exportSeller(ctx: PersonContext) {
  const [market] = await ctx.db.select().from(markets).where(eq(markets.userId, ctx.actor.userId))
  if (!market) return null
  const { decidedBy: _admin, ...own } = market
  const offered = await ctx.db
    .select()
    .from(products)
    .where(eq(products.marketId, market.id))
    .orderBy(asc(products.id))
  const sizes = await ctx.db
    .select()
    .from(variants)
    .where(
      inArray(
        variants.productId,
        ctx.db.select({ id: products.id }).from(products).where(eq(products.marketId, market.id)),
      ),
    )
  return {
    market: own,
    products: offered.map((product) => ({
      ...product,
      sizes: sizes
        .filter(({ productId }) => productId === product.id)
        .map(({ size, priceCents, stock }) => ({ size, priceCents, stock })),
    })),
    sales: await exportSales(ctx, market.id),
  }
}

async function exportSales(ctx: PersonContext, marketId: string) {
  const sold = await ctx.db
    .select()
    .from(orders)
    .where(eq(orders.marketId, marketId))
    .orderBy(desc(orders.createdAt))
  const lines = await ctx.db
    .select({
      orderId: orderLines.orderId,
      product: orderLines.productName,
      size: orderLines.size,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.marketId, marketId))
  return sold.map(({ customerId: _buyer, checkoutId: _checkout, confirmation: _code, ...order }) => ({
    ...order,
    lines: lines.filter(({ orderId }) => orderId === order.id).map(({ orderId: _same, ...line }) => line),
  }))
}
