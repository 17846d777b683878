import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import type { Transaction } from "#db/client.ts"
import { couriers, customers, images, markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

const BATCH = 200
/** In the same moment as the rest: the hourly sweep of images looks for what is over. */
const OVER = new Date(0)

/**
 * Deletes accounts that were registered before a day and never confirmed: nobody ever signed in to them, so nothing
 * hangs on them but their own images, which the sweep of expired images takes away. Answers how many.
 */
export async function forgetUnconfirmed(ctx: SystemContext, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    const batch = await transaction(ctx.db, (tx) => forgetBatch(tx, before))
    count += batch
    if (batch < BATCH) return count
  }
}

async function forgetBatch(tx: Transaction, before: Date): Promise<number> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.emailVerified, false),
        isNull(users.deletedAt),
        lt(users.createdAt, before),
        // By the rules there is none; whoever brings people in from elsewhere may have made one.
        sql`not exists (select from orders o where o.customer_id = ${users.id})`,
        sql`not exists (select from checkouts c where c.customer_id = ${users.id})`,
        sql`not exists (select from products p join markets m on m.id = p.market_id where m.user_id = ${users.id})`,
      ),
    )
    .orderBy(users.createdAt)
    .limit(BATCH)
    // Who confirms at this moment goes first and stays.
    .for("update", { skipLocked: true })
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx.update(images).set({ ownerId: null, deleteAfter: OVER }).where(inArray(images.ownerId, ids))
  for (const table of [customers, markets, couriers]) await tx.delete(table).where(inArray(table.userId, ids))
  await tx.delete(users).where(inArray(users.id, ids))
  return rows.length
}
