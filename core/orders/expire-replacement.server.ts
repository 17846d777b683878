import type { SystemContext } from "#core/context.ts"
import { transaction } from "#db/transaction.ts"
import { endInTime, lockOffer } from "./end-replacement.server.ts"

/**
 * Ends an offer that nobody answered within 15 minutes: with the replacement where the customer wished one, else with a
 * refund. Does nothing if it ended before. Throws an `Error` while it can still be answered; the job is then retried.
 */
export async function expireReplacement(ctx: SystemContext, { offerId }: { offerId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const found = await lockOffer(tx, offerId, undefined)
    if (found.offer.status !== "open") return
    if (ctx.now() < found.offer.expiresAt) throw new Error("The offer can still be answered.")
    await endInTime(ctx, tx, [found])
  })
}
