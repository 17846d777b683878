import { eq } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { type Cents, subtract } from "#core/money.ts"
import { checkouts } from "#db/schema/index.ts"
import { quoteShares } from "./book-refund.server.ts"
import { priceRefund, type RefundInput, type RefundParts, type RefundShares, refundTotal } from "./refund.ts"
import { readRefundable, requireRefundable } from "./refundable-order.server.ts"

export type RefundQuote = RefundParts & {
  amountCents: Cents
  lines: { productName: string; quantity: number; amountCents: Cents }[]
  paidCents: Cents
  /** Total of earlier refunds. */
  refundedCents: Cents
  /** The remainder of the order after this refund. */
  leftCents: Cents
  shares: RefundShares
  /** "Visa 4242"; null if the provider names none or does not respond. */
  card: string | null
}

/** Returns what a refund would give back now, and to which card. Changes nothing. Throws as `refundOrder` does. */
export async function quoteRefund(ctx: AdminContext, input: RefundInput): Promise<RefundQuote> {
  const order = await readRefundable(ctx.db, input.orderId)
  requireRefundable(order)
  const { lines, ...priced } = priceRefund(order, input)
  const names = new Map(order.lines.map(({ id, productName }) => [id, productName]))
  const [checkout] = await ctx.db
    .select({ chargeId: checkouts.stripeChargeId })
    .from(checkouts)
    .where(eq(checkouts.id, order.checkoutId))
  const [paidCents, refundedCents] = [refundTotal(order), refundTotal(order.refunded)]
  return {
    ...priced,
    lines: lines.map(({ lineId, ...line }) => ({ ...line, productName: names.get(lineId) ?? "" })),
    paidCents,
    refundedCents,
    leftCents: subtract(subtract(paidCents, refundedCents), priced.amountCents),
    shares: await quoteShares(ctx.db, { ...priced, bearer: input.bearer }, order),
    card: checkout?.chargeId ? await cardOf(ctx, checkout.chargeId) : null,
  }
}

/** Null while the provider is down: the refund is stored and sent later, so its review does not need the card. */
async function cardOf(ctx: AdminContext, chargeId: string): Promise<string | null> {
  try {
    return await ctx.ports.payments.cardOf(chargeId)
  } catch (error) {
    if (error instanceof DomainError && error.code === "provider_down") return null
    throw error
  }
}
