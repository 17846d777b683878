import { sql } from "drizzle-orm"
import type { Site } from "./server.ts"

/** A market's location, at its ZIP code's center. */
export interface Place {
  zip: string
  city: string
  state: string
  lat: number
  lng: number
}

/**
 * Returns a ZIP code for this test alone, more than 40 miles from every other one returned, so that a search there
 * finds only this test's markets. `aMarket(db, { ...place })` creates a market there.
 */
export async function aPlace({ database: { db } }: Pick<Site, "database">): Promise<Place> {
  await db.execute(sql`create sequence if not exists test_places`)
  const { rows } = await db.execute<Place & Record<string, unknown>>(sql`
    with apart as (
      select distinct on (floor(lat / 1.5), floor(lng / 1.5)) zip, city, state, lat::float8 as lat, lng::float8 as lng
      from zips
      where state not in ('AK', 'HI', 'NY', 'DC') and lng > -130
        -- Markets of tests that name no place are in Manhattan, and the couriers' in Baltimore.
        and not (lat between 39.5 and 42 and lng between -75.5 and -72.5)
        and not (lat between 38 and 40.5 and lng between -78 and -75.2)
        and abs(lat / 1.5 - floor(lat / 1.5) - 0.5) < 0.2 and abs(lng / 1.5 - floor(lng / 1.5) - 0.5) < 0.2
      order by floor(lat / 1.5), floor(lng / 1.5), zip
    ), numbered as (select *, row_number() over (order by zip) as number, count(*) over () as count from apart)
    select zip, city, state, lat, lng from numbered
    where number = 1 + (select nextval('test_places')) % count`)
  const [place] = rows
  if (!place) throw new Error("The table of zips is empty here.")
  return place
}
