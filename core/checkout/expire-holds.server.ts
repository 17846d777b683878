import { and, asc, eq, inArray, lte } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { checkouts } from "#db/schema/index.ts"
import { tryToCancelPayment } from "./cancel-payment.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { holdUntil } from "./hold-time.ts"
import type { CheckoutRow } from "./live-checkout.server.ts"
import { releaseCheckout } from "./release-checkout.server.ts"

/**
 * Ends the holds whose time is over. One with a payment under way is only given back once the provider has said that
 * it cannot be paid any more; if it was paid it becomes orders; if the provider is silent it stays held.
 */
export async function expireHolds(ctx: SystemContext): Promise<{ released: number; kept: number }> {
  const due = await ctx.db
    .select()
    .from(checkouts)
    .where(and(inArray(checkouts.status, ["open", "paying"]), lte(checkouts.holdExpiresAt, ctx.now())))
    .orderBy(asc(checkouts.holdExpiresAt))
    .limit(200)
  const ended = await rowByRow(due, (checkout) => expireHold(ctx, checkout))
  const released = ended.filter(Boolean).length
  return { released, kept: due.length - released }
}

async function expireHold(ctx: SystemContext, checkout: CheckoutRow): Promise<boolean> {
  const settled = await tryToCancelPayment(ctx, checkout)
  if (settled === "cancelled") return releaseCheckout(ctx, { checkoutId: checkout.id })
  if (settled === "paid") await completeCheckout(ctx, { checkoutId: checkout.id })
  if (settled === "processing")
    await ctx.db
      .update(checkouts)
      .set({ holdExpiresAt: holdUntil(ctx.now(), ctx.rates.holdMinutes) })
      .where(and(eq(checkouts.id, checkout.id), eq(checkouts.status, "paying")))
  return false
}
