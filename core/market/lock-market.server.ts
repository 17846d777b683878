import { eq, type SQL } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { markets } from "#db/schema/index.ts"

/**
 * Locks a market for a command that changes its name, address, time zone, photos or calendar, and returns its current
 * facts; undefined if it does not exist.
 */
export async function lockMarket(tx: Transaction, which: SQL) {
  const [market] = await tx
    .select({
      id: markets.id,
      userId: markets.userId,
      name: markets.name,
      address: markets.address,
      city: markets.city,
      state: markets.state,
      zip: markets.zip,
      timeZone: markets.timeZone,
      timeZoneSource: markets.timeZoneSource,
      /** The photo of the application. */
      registeredWith: markets.marketPhotoId,
    })
    .from(markets)
    .where(which)
    .for("no key update")
  return market
}

export type LockedMarket = NonNullable<Awaited<ReturnType<typeof lockMarket>>>

/** Locks the seller's own market, so that two tabs cannot change the same fact at once. Throws `not_found`. */
export async function lockOwnMarket(ctx: SellerContext, tx: Transaction) {
  const market = await lockMarket(tx, eq(markets.id, ctx.actor.marketId))
  if (!market) throw notFound("Your market")
  return market
}
