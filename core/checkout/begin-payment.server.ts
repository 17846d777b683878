import type { z } from "zod"
import type { CustomerContext } from "#core/context.ts"
import type { PaymentState } from "#core/ports/payments.ts"
import { withSpan } from "#core/spans.ts"
import { checkouts } from "#db/schema/index.ts"
import { cancelPayment } from "./cancel-payment.server.ts"
import { type Entering, enterPayment, holdRanOut, type PayingCheckout } from "./enter-payment.server.ts"
import type { billingInput } from "./inputs.ts"
import { type CheckoutRow, isStillPaying } from "./live-checkout.server.ts"
import { startCheckout } from "./start-checkout.server.ts"
import { unlessUnserved } from "./unserved-payment.ts"

export type BegunPayment = {
  checkoutId: string
  paymentId: string
  /** For the card provider's script in the customer's own browser. */
  clientSecret: string
  /** `paid` when this checkout was paid a moment ago, in another tab. */
  state: PaymentState
  /** What is being paid. */
  checkout: CheckoutRow
}

/**
 * Pay Now: keeps the billing address (null where the client gives it to the provider alone), holds the stock longer
 * and opens the payment at the provider. Pressed twice it is one payment. Throws `hold_expired`, `market_closed`,
 * `provider_down`.
 */
export function beginPayment(
  ctx: CustomerContext,
  input: z.output<typeof billingInput> | null,
): Promise<BegunPayment> {
  return withSpan("command begin-payment", {}, async () =>
    begin(ctx, await enterPayment(ctx, entering(ctx, input))),
  )
}

/**
 * To checkout and Pay Now, for a client that has no page between the two. Throws what `startCheckout` and `beginPayment`
 * throw.
 */
export async function startAndPay(
  ctx: CustomerContext,
  input: z.output<typeof billingInput> | null,
): Promise<BegunPayment> {
  await startCheckout(ctx)
  return beginPayment(ctx, input)
}

const entering = (ctx: CustomerContext, billing: z.output<typeof billingInput> | null): Entering => ({
  ...(billing ? { billing } : {}),
  holdMinutes: ctx.rates.holdMinutes,
})

async function begin(ctx: CustomerContext, entered: PayingCheckout): Promise<BegunPayment> {
  const checkout = entered.stripeCheckoutSessionId ? await leaveHostedPage(ctx, entered) : entered
  const payment = await openPayment(ctx, checkout)
  if (!payment.clientSecret) throw new Error(`Payment ${payment.id} came without its client secret.`)
  return {
    checkoutId: checkout.id,
    paymentId: payment.id,
    clientSecret: payment.clientSecret,
    state: payment.state,
    checkout,
  }
}

async function openPayment(ctx: CustomerContext, checkout: PayingCheckout) {
  const { payments } = ctx.ports
  if (checkout.stripePaymentIntentId) {
    const known = await unlessUnserved(payments.findPayment(checkout.stripePaymentIntentId))
    if (known && known.state !== "cancelled") return known
  }
  const payment = await payments.createPayment({
    checkoutId: checkout.id,
    attempt: checkout.paymentAttempt,
    amountCents: checkout.totalCents,
    description: "Pushcart order",
    email: checkout.billing?.email ?? checkout.accountEmail,
  })
  const [recorded] = await ctx.db
    .update(checkouts)
    .set({ stripePaymentIntentId: payment.id, updatedAt: ctx.now() })
    .where(isStillPaying(checkout))
    .returning({ id: checkouts.id })
  if (recorded) return payment
  // The hold was given up while the provider answered: nobody may pay this any more.
  await payments.cancelPayment(payment.id)
  throw holdRanOut()
}

/** From the hosted page back to the form: the page is closed first, so that only one of the two can be paid. */
async function leaveHostedPage(ctx: CustomerContext, checkout: CheckoutRow): Promise<PayingCheckout> {
  const settled = await cancelPayment(ctx, checkout)
  if (settled !== "cancelled")
    throw holdRanOut("This checkout was paid in another window. Check your orders.")
  return enterPayment(ctx, { holdMinutes: ctx.rates.holdMinutes })
}
