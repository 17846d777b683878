import { desc, eq } from "drizzle-orm"
import type { PersonInRole } from "#core/context.ts"
import { DEFAULT_TIME_ZONE } from "#core/places/time-zones.ts"
import type { Executor } from "#db/client.ts"
import { addresses, couriers, markets, zips } from "#db/schema/index.ts"

/** The time zone for a person who chose none: the market's own zone, or the zone of a courier's or customer's zip. */
export async function timeZoneOf({
  db,
  actor: { userId, role },
}: {
  db: Executor
  actor: PersonInRole
}): Promise<string> {
  if (role === "admin") return DEFAULT_TIME_ZONE
  const [at] = await {
    seller: () => db.select({ timeZone: markets.timeZone }).from(markets).where(eq(markets.userId, userId)),
    deliverer: () =>
      db
        .select({ timeZone: zips.timeZone })
        .from(couriers)
        .innerJoin(zips, eq(zips.zip, couriers.zip))
        .where(eq(couriers.userId, userId)),
    customer: () =>
      db
        .select({ timeZone: zips.timeZone })
        .from(addresses)
        .innerJoin(zips, eq(zips.zip, addresses.zip))
        .where(eq(addresses.customerId, userId))
        .orderBy(desc(addresses.isFirstChoice), addresses.id)
        .limit(1),
  }[role]()
  return at?.timeZone ?? DEFAULT_TIME_ZONE
}
