import type { CustomerContext } from "#core/context.ts"
import { transaction } from "#db/transaction.ts"
import { tryToCancelPayment } from "./cancel-payment.server.ts"
import { findLiveCheckout, lockLiveCheckout } from "./live-checkout.server.ts"
import { releaseHold } from "./release-checkout.server.ts"

/**
 * The customer wants nothing of it any more: what is held goes back at once. A payment that is under way is made
 * impossible first; what is paid or being processed stays, and so does the hold while the provider is silent: the job
 * that ends holds comes back to it.
 */
export async function leaveCheckout(ctx: CustomerContext): Promise<void> {
  const live = await findLiveCheckout(ctx.db, ctx.actor.userId)
  if (!live || (await tryToCancelPayment(ctx, live)) !== "cancelled") return
  await transaction(ctx.db, async (tx) => {
    const still = await lockLiveCheckout(tx, ctx.actor.userId)
    if (still?.id === live.id && still.status === "open") await releaseHold(ctx, tx, still)
  })
}
