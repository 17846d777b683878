import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { checkoutMarkets, checkouts, markets } from "#db/schema/index.ts"
import { holdUntil } from "./hold-time.ts"
import type { billingInput } from "./inputs.ts"
import { type CheckoutRow, lockLiveCheckout } from "./live-checkout.server.ts"
import { emailOf } from "./save-ship-to.server.ts"

type Entering = { billing?: z.output<typeof billingInput>; holdMinutes: number }

/**
 * Moves the customer's live checkout to `paying` and holds its stock at least so many minutes more. From here on
 * only the provider knows whether money moves. Throws `hold_expired` and `market_closed`.
 */
export async function enterPayment(ctx: CustomerContext, entering: Entering): Promise<CheckoutRow> {
  const email = await emailOf(ctx)
  return ctx.db.transaction(async (tx) => {
    const checkout = await lockLiveCheckout(tx, ctx.actor.userId)
    if (!checkout) throw holdRanOut()
    const paid = await tx
      .select({ name: markets.name, canSell: markets.canSell })
      .from(checkoutMarkets)
      .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
      .where(eq(checkoutMarkets.checkoutId, checkout.id))
      // A seller who deletes the account locks this row: they go first, or find this payment under way.
      .for("key share", { of: markets })
    const closed = paid.find(({ canSell }) => !canSell)
    if (closed)
      throw new DomainError(
        "market_closed",
        `${closed.name} has just stopped selling. Nothing was charged. Go back to your shopping cart and take its products out.`,
      )
    const until = holdUntil(ctx.now(), entering.holdMinutes)
    const [paying] = await tx
      .update(checkouts)
      .set({
        status: "paying",
        billing: entering.billing ? { ...entering.billing, email } : (checkout.billing ?? undefined),
        holdExpiresAt: new Date(Math.max(until.getTime(), checkout.holdExpiresAt.getTime())),
        updatedAt: ctx.now(),
      })
      .where(eq(checkouts.id, checkout.id))
      .returning()
    if (!paying) throw holdRanOut()
    return paying
  })
}

export const holdRanOut = (
  message = "The time for which we kept your things is over. Nothing was charged. Go back to your shopping cart to try again.",
) => new DomainError("hold_expired", message)
