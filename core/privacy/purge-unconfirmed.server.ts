import { and, inArray, lt, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { inBatches } from "#db/in-batches.ts"
import { couriers, customers, images, markets, users } from "#db/schema/index.ts"

/** Already expired, so that the hourly sweep deletes the images. */
const OVER = new Date(0)

/**
 * Deletes accounts that were registered before a day and never confirmed: nobody ever signed in to them, so they own
 * nothing but images, which the sweep of expired images deletes. An account that is being confirmed at the same time
 * stays.
 */
export async function purgeUnconfirmed({ db }: SystemContext, before: Date): Promise<void> {
  const when = and(
    sql`not ${users.emailVerified} and ${users.deletedAt} is null`,
    lt(users.createdAt, before),
    // Our rules allow no such rows, but an import may have created some.
    sql`not exists (select from orders o where o.customer_id = ${users.id})`,
    sql`not exists (select from checkouts c where c.customer_id = ${users.id})`,
    sql`not exists (select from products p join markets m on m.id = p.market_id where m.user_id = ${users.id})`,
  )
  await inBatches(db, { by: users.createdAt, when }, async (tx, isOfBatch) => {
    const batch = await tx.select({ id: users.id }).from(users).where(isOfBatch)
    const ids = batch.map(({ id }) => id)
    await tx.update(images).set({ ownerId: null, deleteAfter: OVER }).where(inArray(images.ownerId, ids))
    for (const table of [customers, markets, couriers])
      await tx.delete(table).where(inArray(table.userId, ids))
    return tx.delete(users).where(inArray(users.id, ids)).returning({ at: users.createdAt })
  })
}
