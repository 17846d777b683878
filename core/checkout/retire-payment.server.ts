import { and, eq, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { checkouts } from "#db/schema/index.ts"
import type { CheckoutRow } from "./live-checkout.server.ts"

/**
 * Makes the payment that is under way impossible, at the provider, and the checkout `open` again. Only then may its
 * stock be given to others. Answers `paid` or `processing` when the customer was faster.
 */
export async function retirePayment(
  ctx: Context,
  checkout: Pick<CheckoutRow, "id" | "paymentAttempt" | "stripePaymentIntentId" | "stripeCheckoutSessionId">,
): Promise<"retired" | "paid" | "processing"> {
  const { payments } = ctx.ports
  if (checkout.stripeCheckoutSessionId) {
    const page = await payments.closeHostedPage(checkout.stripeCheckoutSessionId)
    if (page.state === "complete") return "paid"
  }
  if (checkout.stripePaymentIntentId) {
    const payment = await payments.cancelPayment(checkout.stripePaymentIntentId)
    if (payment.state === "paid") return "paid"
    if (payment.state === "processing") return "processing"
  }
  await ctx.db
    .update(checkouts)
    .set({
      status: "open",
      stripePaymentIntentId: null,
      stripeCheckoutSessionId: null,
      paymentAttempt: sql`${checkouts.paymentAttempt} + 1`,
      updatedAt: ctx.now(),
    })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        eq(checkouts.status, "paying"),
        eq(checkouts.paymentAttempt, checkout.paymentAttempt),
      ),
    )
  return "retired"
}
