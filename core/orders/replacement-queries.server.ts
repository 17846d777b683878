import { asc, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { replacementOffers } from "#db/schema/index.ts"

export type ReplacementOffer = typeof replacementOffers.$inferSelect

/** Prepared, since every list of orders runs it. */
const offersByIds = prepared((db) =>
  db
    .select()
    .from(replacementOffers)
    .where(sql`${replacementOffers.orderId} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`)
    .orderBy(asc(replacementOffers.id))
    .prepare("replacement_offers_by_orders"),
)

/** Returns the offers of these orders, oldest first, by order id. The caller must check who owns the orders. */
export async function offersOfOrders(
  db: Executor,
  ids: readonly string[],
): Promise<(orderId: string) => ReplacementOffer[]> {
  const rows = await offersByIds(db).execute({ ids })
  return (asked) => rows.filter(({ orderId }) => orderId === asked)
}
