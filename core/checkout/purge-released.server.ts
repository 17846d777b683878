import { and, isNull, lt, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { deleteInBatches } from "#db/in-batches.ts"
import { checkouts } from "#db/schema/index.ts"

/** By `created_at`, since the index has that; who is released was made before. The text is the index's own. */
export const releasedBefore = (before: Date) =>
  and(sql`${checkouts.status} = 'released'`, lt(checkouts.createdAt, before), lt(checkouts.updatedAt, before))

/**
 * Deletes checkouts that were released before a day, with their lines and markets: no money ever moved, and the stock
 * went back that minute. One of which a payment or a refund is known stays, and so does one that somebody might still
 * pay: its payment was not closed at the provider. Answers how many.
 */
export function purgeReleased({ db }: SystemContext, before: Date): Promise<number> {
  return deleteInBatches(db, {
    by: checkouts.createdAt,
    when: and(
      releasedBefore(before),
      isNull(checkouts.stripePaymentIntentId),
      isNull(checkouts.stripeCheckoutSessionId),
      isNull(checkouts.stripeChargeId),
      sql`not exists (select from refunds r where r.checkout_id = ${checkouts.id})`,
      sql`not exists (select from orders o where o.checkout_id = ${checkouts.id})`,
    ),
  })
}
