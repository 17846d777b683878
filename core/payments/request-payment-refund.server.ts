import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { bookLostFee } from "./book-sale.server.ts"
import { createRefund } from "./move-refund.server.ts"
import { processorFee } from "./processor-fee.ts"

/**
 * Requests that a whole payment is sent back, because no order came or can come of it. Once per payment; returns whether
 * it was the first time. A job sends it, and a sweep after the job.
 */
export async function requestPaymentRefund(
  ctx: Context,
  tx: Transaction,
  checkout: { id: string; customerId: string },
  payment: CardPayment,
): Promise<boolean> {
  const refundId = await createRefund(ctx, tx, "request", {
    checkoutId: checkout.id,
    stripePaymentIntentId: payment.id,
    amountCents: payment.amountCents,
    reason: "No order could be made of this payment",
    createdAt: ctx.now(),
  })
  if (!refundId) return false
  await bookLostFee(tx, refundId, processorFee(payment.amountCents, ctx.rates.processor))
  await emit(tx, "checkout.refundDue", {
    checkoutId: checkout.id,
    customerId: checkout.customerId,
    refundId,
  })
  return true
}
