import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { checkoutMarkets, orders } from "#db/schema/index.ts"

/** Tells the tax provider of a paid order, where one calculated its tax. The job of `order.placed`. */
export async function recordSalesTax(ctx: SystemContext, { orderId }: { orderId: string }): Promise<void> {
  const [part] = await ctx.db
    .select({ calculationId: checkoutMarkets.taxCalculationId })
    .from(orders)
    .innerJoin(
      checkoutMarkets,
      and(eq(checkoutMarkets.checkoutId, orders.checkoutId), eq(checkoutMarkets.marketId, orders.marketId)),
    )
    .where(eq(orders.id, orderId))
  if (part?.calculationId) await ctx.ports.taxes.record({ calculationId: part.calculationId, orderId })
}
