import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { bookLostFee } from "./book-sale.server.ts"
import { createRefund } from "./move-refund.server.ts"
import { processorFee } from "./processor-fee.ts"

/**
 * Requests a refund of a whole payment that did not become an order. Once per payment; returns whether this was the
 * first request. A job sends it; a sweep sends it if the job fails.
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
    reason: "This payment couldn't become an order",
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
