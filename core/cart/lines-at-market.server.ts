import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { cartLines, products, variants } from "#db/schema/index.ts"

/** What the customer's cart holds of one market, as its products' pages need it. */
export const linesAtMarket = (ctx: CustomerContext, { marketId }: { marketId: string }) =>
  ctx.db
    .select({
      id: cartLines.id,
      productId: products.id,
      variantId: variants.id,
      quantity: cartLines.quantity,
    })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(cartLines.customerId, ctx.actor.userId), eq(products.marketId, marketId)))

export type LineAtMarket = Awaited<ReturnType<typeof linesAtMarket>>[number]
