import type { z } from "zod"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import type { billingInput } from "#core/checkout/checkout.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Cents } from "#core/money.ts"
import { expiredMessage, isExpired, savedCardFailureMessage } from "./saved-card.ts"
import { ownCard } from "./saved-cards.server.ts"

type Input = {
  cardId: string
  billing: z.output<typeof billingInput>
  /** The total that the page showed. */
  shownCents?: Cents | undefined
  /** The page that the customer's bank returns to; it gets the checkout's id as `checkout`. */
  returnUrl: string
}

/**
 * Pay Now with a saved card, by a person who is present. `url` is where to go next: the return page, which asks the
 * provider what was paid, or the page of a bank that asks for confirmation. Sent twice, it charges once. Throws
 * `not_found` for a card that is not this customer's, `payment_failed` for an expired or rejected card, and what
 * `beginPayment` throws.
 */
export async function payWithSavedCard(
  ctx: CustomerContext,
  { cardId, billing, shownCents, returnUrl }: Input,
): Promise<{ checkoutId: string; url: string }> {
  const card = await ownCard(ctx, cardId)
  if (isExpired(card, ctx.now())) throw new DomainError("payment_failed", expiredMessage(card))
  const { checkoutId, paymentId, state } = await beginPayment(ctx, billing, { shownCents, use: "saved" })
  const url = new URL(returnUrl)
  url.searchParams.set("checkout", checkoutId)
  const done = { checkoutId, url: url.href }
  if (state === "paid" || state === "processing") return done
  const payment = await ctx.ports.payments
    .payWithCard(paymentId, { methodId: card.stripePaymentMethodId, returnUrl: url.href })
    .catch((error: unknown) => {
      // The card may have been charged, so the return page asks the provider again.
      if (error instanceof DomainError && error.code === "provider_down") return null
      throw error
    })
  if (payment?.state === "unpaid" || payment?.state === "cancelled")
    throw new DomainError("payment_failed", savedCardFailureMessage(card, payment.rejection))
  return payment?.bankUrl ? { checkoutId, url: payment.bankUrl } : done
}
