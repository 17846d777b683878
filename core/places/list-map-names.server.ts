import { asc, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { zips } from "#db/schema/index.ts"
import type { Coordinates } from "./coordinates.ts"

/** What a map writes on the country: cities with how many zips they have, and zips. */
export type MapNames = {
  cities: (Coordinates & { name: string; zipCount: number })[]
  zips: (Coordinates & { zip: string })[]
}

/**
 * All cities and zips of the zip table, 70,000 rows: read once by a process. A city stands in the middle of its zips. Of
 * zips at one point (those of post office boxes stand at their city's) the first is taken.
 */
export async function listMapNames({ db }: Pick<Context, "db">): Promise<MapNames> {
  const cities = await db
    .select({
      name: sql<string>`min(${zips.city})`,
      lat: sql`avg(${zips.lat})`.mapWith(Number),
      lng: sql`avg(${zips.lng})`.mapWith(Number),
      zipCount: sql<number>`count(*)::int`,
    })
    .from(zips)
    .groupBy(zips.cityKey, zips.state)
  const points = await db
    .selectDistinctOn([zips.lat, zips.lng], { zip: zips.zip, lat: zips.lat, lng: zips.lng })
    .from(zips)
    .orderBy(zips.lat, zips.lng, asc(zips.zip))
  return { cities, zips: points }
}
