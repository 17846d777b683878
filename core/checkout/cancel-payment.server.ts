import { and, eq, sql } from "drizzle-orm"
import type { Context, SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type CheckoutRow, isStillPaying } from "./checkout-queries.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"

/**
 * Closes the payment under way at the provider, and sets the checkout back to `open`. Only then may its stock be sold
 * to others. Returns `paid` or `processing` if the customer paid first. A payment that the provider does not let us
 * access counts as canceled and raises an alarm; if it is paid after all, its webhook settles it.
 */
export async function cancelPayment(
  ctx: Context,
  checkout: Pick<CheckoutRow, "id" | "paymentAttempt" | "stripePaymentIntentId" | "stripeCheckoutSessionId">,
): Promise<"cancelled" | "paid" | "processing"> {
  const { payments } = ctx.ports
  const { stripeCheckoutSessionId: pageId, stripePaymentIntentId: paymentId } = checkout
  const unserved = (providerId: string) => () =>
    ctx.ports.alarms.raise("checkout_unserved", { checkoutId: checkout.id, providerId })
  if (pageId) {
    const page = await unlessUnserved(payments.closeHostedPage(pageId), unserved(pageId))
    if (page?.state === "complete") return "paid"
  }
  if (paymentId) {
    const payment = await unlessUnserved(payments.cancelPayment(paymentId), unserved(paymentId))
    if (payment?.state === "paid") return "paid"
    if (payment?.state === "processing") return "processing"
  }
  // A payment that was opened since the checkout was read is recorded by now, and is still to be canceled.
  const isAsRead = and(
    isStillPaying(checkout),
    sql`${checkouts.stripePaymentIntentId} is not distinct from ${paymentId}`,
    sql`${checkouts.stripeCheckoutSessionId} is not distinct from ${pageId}`,
  )
  const moved = await transaction(ctx.db, (tx) =>
    moveCheckout(ctx, tx, {
      checkoutId: checkout.id,
      move: "cancelPayment",
      facts: {
        stripePaymentIntentId: null,
        stripeCheckoutSessionId: null,
        paymentAttempt: sql`${checkouts.paymentAttempt} + 1`,
      },
      only: isAsRead,
    }),
  )
  if (moved) return "cancelled"
  const [other] = await ctx.db.select().from(checkouts).where(isStillPaying(checkout))
  return other ? cancelPayment(ctx, other) : "cancelled"
}

/** Cancels the payment if there is one under way. Returns `silent` while the provider does not respond. */
export async function tryToCancelPayment(ctx: Context, checkout: CheckoutRow) {
  if (checkout.status === "open") return "cancelled"
  try {
    return await cancelPayment(ctx, checkout)
  } catch (error) {
    if (error instanceof DomainError && error.code === "provider_down") return "silent"
    throw error
  }
}

/**
 * The job of `checkout.released`: closes what could still be paid of this checkout at the provider, and settles
 * payments that succeeded after all.
 */
export async function cancelCheckoutPayment(
  ctx: SystemContext,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const [checkout] = await ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (checkout?.status !== "released") return
  const settled = await cancelPayment(ctx, checkout)
  if (settled === "paid") await completeCheckout(ctx, { checkoutId })
}

/**
 * Returns the provider's response; null if it does not know the payment or does not let our account access it, since a
 * retry would not help. Calls `tell` before it returns null.
 */
export async function unlessUnserved<T>(asked: Promise<T>, tell?: () => void): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!isUnserved(error)) throw error
    tell?.()
    return null
  }
}

export const isUnserved = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === "not_found" || error.details?.rejected === true)
