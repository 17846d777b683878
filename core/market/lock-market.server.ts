import type { SQL } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { markets } from "#db/schema/index.ts"

/**
 * Locks a market for whoever changes its name, address or photos, and answers what customers read of it now; undefined
 * where there is none.
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
      /** The photo of the registration. */
      registeredWith: markets.marketPhotoId,
    })
    .from(markets)
    .where(which)
    .for("no key update")
  return market
}
