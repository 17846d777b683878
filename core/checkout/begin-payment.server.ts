import { and, desc, eq } from "drizzle-orm"
import type { z } from "zod"
import { type CardUse, setCardUse } from "#core/cards/card-use.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import { type Cents, formatMoney } from "#core/money.ts"
import type { PaymentState } from "#core/ports/payments.ts"
import { purchaseNumber } from "#core/purchases/purchase.ts"
import { withSpan } from "#core/spans.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { cancelPayment, unlessUnserved } from "./cancel-payment.server.ts"
import { type billingInput, holdUntil } from "./checkout.ts"
import {
  type CheckoutRow,
  isLiveCheckout,
  isStillPaying,
  marketsPaid,
  paymentEntered,
} from "./checkout-queries.server.ts"
import { startCheckout } from "./start-checkout.server.ts"

export type BegunPayment = {
  checkoutId: string
  paymentId: string
  /** For the card provider's script in the customer's browser. */
  clientSecret: string
  /** `paid` if this checkout was paid a moment ago, in another tab. */
  state: PaymentState
  checkout: CheckoutRow
}

/**
 * Pay Now: saves the billing address (null if the client sends it only to the provider), extends the hold and opens the
 * payment at the provider, which saves its card or is paid with a saved one only by `use`. Calling it twice opens one
 * payment. Throws `hold_expired`, `market_closed`, `provider_down`, and `cart_changed` if the total is not the one that
 * the page showed (`shownCents`).
 */
export function beginPayment(
  ctx: CustomerContext,
  input: z.output<typeof billingInput> | null,
  { shownCents, use }: { shownCents?: Cents | undefined; use?: CardUse | undefined } = {},
): Promise<BegunPayment> {
  return withSpan("command begin-payment", {}, async () =>
    begin(ctx, await enterPayment(ctx, { ...entering(ctx, input), shownCents }), use),
  )
}

/**
 * Starts the checkout and its payment, for a client without a page between the two. Throws what `startCheckout` and
 * `beginPayment` throw.
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

async function begin(
  ctx: CustomerContext,
  entered: PayingCheckout,
  use: CardUse | undefined,
): Promise<BegunPayment> {
  const left = entered.stripeCheckoutSessionId ? await leavePayment(ctx, entered) : entered
  const found = await openPayment(ctx, left)
  // A payment that waits for the cardholder's bank is given up before another card is used for it.
  const isOver = found.state === "needs_action" && (use !== undefined || found.savesCard)
  const checkout = isOver ? await leavePayment(ctx, left) : left
  const payment = await setCardUse(ctx, isOver ? await openPayment(ctx, checkout) : found, use)
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
    statementSuffix: purchaseNumber(checkout),
    email: checkout.billing?.email ?? checkout.accountEmail,
  })
  const [recorded] = await ctx.db
    .update(checkouts)
    .set({ stripePaymentIntentId: payment.id, updatedAt: ctx.now() })
    .where(isStillPaying(checkout))
    .returning({ id: checkouts.id })
  if (recorded) return payment
  // The hold ended while the provider responded, so this payment must not succeed.
  await payments.cancelPayment(payment.id)
  throw holdRanOut()
}

/** Closes the hosted page or the open payment first, so that only one of the two can be paid. */
async function leavePayment(ctx: CustomerContext, checkout: CheckoutRow): Promise<PayingCheckout> {
  const settled = await cancelPayment(ctx, checkout)
  if (settled !== "cancelled")
    throw holdRanOut("This checkout was paid in another window. Check your orders.")
  return enterPayment(ctx, { holdMinutes: ctx.rates.holdMinutes })
}

/**
 * `extraMinutes`: how long past its end the hold may last on the provider's own page. `shownCents`: the total that the
 * customer saw, which another tab may have changed since.
 */
export type Entering = {
  billing?: z.output<typeof billingInput>
  holdMinutes: number
  extraMinutes?: number
  shownCents?: Cents | undefined
}

/** A checkout that is being paid, with the email of the customer's account. */
export type PayingCheckout = CheckoutRow & { accountEmail: string }

/**
 * Moves the customer's live checkout to `paying` and holds its stock for at least `holdMinutes` more, but not past the
 * hold's end. After this, only the provider knows whether money moves. Throws `hold_expired`, `market_closed` and
 * `cart_changed`.
 */
export async function enterPayment(
  ctx: CustomerContext,
  { billing, holdMinutes, extraMinutes = 0, shownCents }: Entering,
): Promise<PayingCheckout> {
  const paying = await transaction(ctx.db, async (tx) => {
    const [entering] = await paymentEntered(tx).execute({
      customerId: ctx.actor.userId,
      billing: billing ? JSON.stringify(billing) : null,
      until: holdUntil(ctx.now(), holdMinutes).toISOString(),
      extraMinutes,
      now: ctx.now().toISOString(),
    })
    if (!entering) return null
    const { from, ...checkout } = entering
    // Thrown inside the transaction, so the checkout stays open.
    if (shownCents !== undefined && shownCents !== checkout.totalCents) throw otherTotal(checkout.totalCents)
    // Pay Now on a checkout that is already `paying` only extends its hold: no status changes.
    if (from === "open")
      await recordMoves(ctx, tx, "checkout", [{ id: checkout.id, move: "pay", from, to: checkout.status }])
    return checkout
  })
  return paying ?? reject(ctx)
}

async function reject(ctx: CustomerContext): Promise<never> {
  const markets = await marketsPaid(ctx.db).where(
    and(eq(checkouts.customerId, ctx.actor.userId), isLiveCheckout),
  )
  const closed = markets.find(({ canSell }) => !canSell)
  if (!closed) throw (await wasPaidLast(ctx)) ? holdRanOut(PAID_ALREADY) : holdRanOut()
  throw new DomainError(
    "market_closed",
    `${closed.name} has just stopped selling. Nothing was charged. Go back to your shopping cart and remove its products.`,
  )
}

const otherTotal = (totalCents: Cents) =>
  new DomainError(
    "cart_changed",
    `The total changed in another tab: it is now ${formatMoney(totalCents)}. Nothing was charged. Check it and pay again.`,
  )

const PAID_ALREADY = "This is already paid. Check your orders; you weren't charged twice."

/** The customer saw an error and retries, but the webhook may have completed the checkout. */
async function wasPaidLast(ctx: CustomerContext): Promise<boolean> {
  const [last] = await ctx.db
    .select({ status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.customerId, ctx.actor.userId))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return last?.status === "completed"
}

export const holdRanOut = (
  message = "Your reservation expired. Nothing was charged. Go back to your shopping cart to try again.",
) => new DomainError("hold_expired", message)
