import { asc, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { zips } from "#db/schema/index.ts"
import type { Coordinates } from "./coordinates.ts"

/** Labels of a map: cities with their number of zips, and zips. */
export type MapNames = {
  cities: (Coordinates & { name: string; zipCount: number })[]
  zips: (Coordinates & { zip: string })[]
}

/**
 * All cities and zips of the zip table, 70,000 rows: each process reads them once. A city is located at the center of
 * its zips. Of several zips at one point (those of post office boxes are located at their city) only the first is
 * returned.
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
