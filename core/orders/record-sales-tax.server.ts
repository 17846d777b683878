import { and, asc, eq, ne } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { add, type Cents, subtract, ZERO } from "#core/money.ts"
import { checkoutMarkets, orders, refunds } from "#db/schema/index.ts"

type Part = Awaited<ReturnType<typeof readPart>>

/**
 * Reports a paid order to the tax provider, if one calculated its tax, then each partial refund, and the reversal once
 * the order is canceled. Job of `order.placed`, `order.refunded` and `order.cancelled`, in any order: if an order is
 * refunded or canceled while it is being recorded, the job that sees both records the reversal.
 */
export async function recordSalesTax(ctx: SystemContext, { orderId }: { orderId: string }): Promise<void> {
  const part = await readPart(ctx, orderId)
  if (part?.calculationId && !part.transactionId && part.status !== "cancelled") {
    const { transactionId } = await ctx.ports.taxes.record({ calculationId: part.calculationId, orderId })
    await keep(ctx, part, { taxTransactionId: transactionId })
  }
  const now = await readPart(ctx, orderId)
  if (!now?.transactionId) return
  const { transactionId } = now
  const partsCents = await recordParts(ctx, orderId, transactionId)
  const restCents = partsCents === 0 ? null : subtract(now.totalCents, partsCents)
  if (now.status !== "cancelled" || now.reversalId || restCents === 0) return
  const { reversalId } = await ctx.ports.taxes.reverse({ transactionId, orderId, restCents })
  await keep(ctx, now, { taxReversalId: reversalId })
}

/** Reverses each refunded part once and returns their total. */
async function recordParts(ctx: SystemContext, orderId: string, transactionId: string): Promise<Cents> {
  const parts = await ctx.db
    .select({ id: refunds.id, amountCents: refunds.amountCents, taxReversalId: refunds.taxReversalId })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.source, "cancellation")))
    .orderBy(asc(refunds.createdAt))
  for (const { id, amountCents, taxReversalId } of parts) {
    if (taxReversalId) continue
    const { reversalId } = await ctx.ports.taxes.reversePart({ transactionId, refundId: id, amountCents })
    await ctx.db.update(refunds).set({ taxReversalId: reversalId }).where(eq(refunds.id, id))
  }
  return add(ZERO, ...parts.map(({ amountCents }) => amountCents))
}

async function readPart(ctx: SystemContext, orderId: string) {
  const [part] = await ctx.db
    .select({
      status: orders.status,
      totalCents: orders.totalCents,
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
