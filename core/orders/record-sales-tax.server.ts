import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { checkoutMarkets, orders } from "#db/schema/index.ts"

type Part = Awaited<ReturnType<typeof readPart>>

/**
 * Tells the tax provider of a paid order, where one calculated its tax, and of its undoing once it was cancelled. The
 * job of `order.placed` and of `order.cancelled`, in whichever order they come: an order that is cancelled while it is
 * being recorded is taken back by whoever sees both.
 */
export async function recordSalesTax(ctx: SystemContext, { orderId }: { orderId: string }): Promise<void> {
  const part = await readPart(ctx, orderId)
  if (part?.calculationId && !part.transactionId && part.status !== "cancelled") {
    const { transactionId } = await ctx.ports.taxes.record({ calculationId: part.calculationId, orderId })
    await keep(ctx, part, { taxTransactionId: transactionId })
  }
  const now = await readPart(ctx, orderId)
  if (now?.status !== "cancelled" || !now.transactionId || now.reversalId) return
  const { reversalId } = await ctx.ports.taxes.reverse({ transactionId: now.transactionId, orderId })
  await keep(ctx, now, { taxReversalId: reversalId })
}

async function readPart(ctx: SystemContext, orderId: string) {
  const [part] = await ctx.db
    .select({
      status: orders.status,
      checkoutId: checkoutMarkets.checkoutId,
      marketId: checkoutMarkets.marketId,
      calculationId: checkoutMarkets.taxCalculationId,
      transactionId: checkoutMarkets.taxTransactionId,
      reversalId: checkoutMarkets.taxReversalId,
    })
    .from(orders)
    .innerJoin(
      checkoutMarkets,
      and(eq(checkoutMarkets.checkoutId, orders.checkoutId), eq(checkoutMarkets.marketId, orders.marketId)),
    )
    .where(eq(orders.id, orderId))
  return part
}

const keep = (
  ctx: SystemContext,
  { checkoutId, marketId }: NonNullable<Part>,
  known: { taxTransactionId: string } | { taxReversalId: string },
) =>
  ctx.db
    .update(checkoutMarkets)
    .set(known)
    .where(and(eq(checkoutMarkets.checkoutId, checkoutId), eq(checkoutMarkets.marketId, marketId)))
