import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardPayment } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { refunds } from "#db/schema/index.ts"
import { bookLostFee } from "./book-sale.server.ts"
import { processorFee } from "./processor-fee.ts"

/**
 * Orders a whole payment to be sent back, because no order came or can come of it. Once per payment; answers whether
 * it was the first time. A job sends it, and a sweep after the job.
 */
export async function orderPaymentRefund(
  ctx: Context,
  tx: Transaction,
  checkout: { id: string; customerId: string },
  payment: CardPayment,
): Promise<boolean> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      checkoutId: checkout.id,
      stripePaymentIntentId: payment.id,
      amountCents: payment.amountCents,
      reason: "No order could be made of this payment",
      createdAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  if (!refund) return false
  await bookLostFee(tx, refund.id, processorFee(payment.amountCents, ctx.rates.processor))
  await emit(tx, "checkout.refundDue", {
    checkoutId: checkout.id,
    customerId: checkout.customerId,
    refundId: refund.id,
  })
  return true
}
