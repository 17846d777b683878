import { eq } from "drizzle-orm"
import type { z } from "zod"
import { offersSaving, providerCustomer } from "#core/cards/card-use.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { type Cents, ZERO } from "#core/money.ts"
import { purchaseNumber } from "#core/purchases/purchase.ts"
import { checkoutLines, checkouts } from "#db/schema/index.ts"
import { type Entering, enterPayment, holdRanOut, type PayingCheckout } from "./begin-payment.server.ts"
import { cancelPayment, unlessUnserved } from "./cancel-payment.server.ts"
import type { billingInput } from "./checkout.ts"
import { holdUntil } from "./checkout.ts"
import { type CheckoutRow, isStillPaying } from "./checkout-queries.server.ts"

/** How far the provider's clock may be ahead of ours. */
const CLOCK_MARGIN_MINUTES = 1

type HostedInput = {
  billing: z.output<typeof billingInput>
  /** The total that the page showed. */
  shownCents?: Cents | undefined
  successUrl: string
  cancelUrl: string
  /** The network address that asks, for the limit of saved cards; without it, the page does not offer to save one. */
  address?: string
}

/**
 * Pay Now without JavaScript: returns the URL of the provider's own payment page for the live checkout; a second call
 * returns the same page. Throws `hold_expired`, `market_closed`, `cart_changed`, `provider_down`.
 */
export async function startHostedCheckout(
  ctx: CustomerContext,
  { billing, shownCents, successUrl, cancelUrl, address }: HostedInput,
): Promise<{ checkoutId: string; url: string }> {
  const { hostedHoldMinutes, hostedExtraMinutes } = ctx.rates
  const holding = { holdMinutes: hostedHoldMinutes, extraMinutes: hostedExtraMinutes }
  const entered = await enterPayment(ctx, { billing, shownCents, ...holding })
  const checkout = await reusable(ctx, entered, holding)
  if ("url" in checkout) return checkout
  const page = await ctx.ports.payments.createHostedPage({
    checkoutId: checkout.id,
    attempt: checkout.paymentAttempt,
    amountCents: checkout.totalCents,
    description: "Pushcart order",
    statementSuffix: purchaseNumber(checkout),
    email: checkout.accountEmail,
    customerId: await providerCustomer(ctx),
    offersSaving: address !== undefined && (await offersSaving(ctx, address)),
    items: await itemsOf(ctx, checkout),
    successUrl: withCheckout(successUrl, checkout.id),
    cancelUrl,
    expiresAt: pageEnd(ctx, checkout),
  })
  const [recorded] = await ctx.db
    .update(checkouts)
    .set({ stripeCheckoutSessionId: page.id, updatedAt: ctx.now() })
    .where(isStillPaying(checkout))
    .returning({ id: checkouts.id })
  if (!recorded || !page.url) {
    await ctx.ports.payments.closeHostedPage(page.id)
    throw holdRanOut()
  }
  return { checkoutId: checkout.id, url: page.url }
}

/**
 * When the provider's page expires. A page must be valid for at least half an hour by the provider's clock, so it
 * outlives its hold: the job that ends the hold closes it. Each page of a checkout has the same end, whenever it is
 * created, since requests with one idempotency key must not differ.
 */
function pageEnd(ctx: CustomerContext, { holdEndsAt }: CheckoutRow): Date {
  const { hostedHoldMinutes, hostedExtraMinutes } = ctx.rates
  return holdUntil(holdEndsAt, hostedExtraMinutes + hostedHoldMinutes + CLOCK_MARGIN_MINUTES)
}

/** Adds the checkout's id to the URL of the page that the customer returns to. */
function withCheckout(address: string, checkoutId: string): string {
  const url = new URL(address)
  url.searchParams.set("checkout", checkoutId)
  return url.href
}

/** Returns the page that is already open, or the checkout once no other page of it can still be paid. */
async function reusable(ctx: CustomerContext, checkout: PayingCheckout, holding: Entering) {
  if (checkout.stripeCheckoutSessionId) {
    const known = ctx.ports.payments.findHostedPage(checkout.stripeCheckoutSessionId)
    const page = await unlessUnserved(known)
    if (page?.state === "open" && page.url) return { checkoutId: checkout.id, url: page.url }
  }
  if (!checkout.stripeCheckoutSessionId && !checkout.stripePaymentIntentId) return checkout
  const settled = await cancelPayment(ctx, checkout)
  if (settled !== "cancelled")
    throw holdRanOut("This checkout was paid in another window. Check your orders.")
  return enterPayment(ctx, holding)
}

async function itemsOf(ctx: CustomerContext, checkout: CheckoutRow) {
  const lines = await ctx.db
    .select()
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkout.id))
    .orderBy(checkoutLines.id)
  const items = lines.map((line) => ({
    name: line.size ? `${line.productName}, ${line.size}` : line.productName,
    unitCents: line.unitPriceCents,
    quantity: line.quantity,
  }))
  const extras = [
    { name: "Delivery", unitCents: checkout.deliveryCents, quantity: 1 },
    { name: "Tip", unitCents: checkout.tipCents, quantity: 1 },
    { name: "Sales tax", unitCents: checkout.taxCents, quantity: 1 },
  ]
  return [...items, ...extras.filter((extra) => extra.unitCents > ZERO)]
}
