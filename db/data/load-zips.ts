import pg from "pg"
import { cityKey } from "#core/places/city-key.ts"
import { readZipBatches } from "./read-zips.ts"

const BATCH = 5_000
const COLUMNS = ["zip", "city", "state", "county", "lat", "lng", "timeZone", "cityKey"] as const

/**
 * Updates the zip table to the committed file: every installation uses it for searches, not only a demo. If a zip's
 * time zone was corrected, the markets there follow, unless an admin set theirs; orders keep the instants that were
 * chosen. Updates all or nothing, so that if it is killed halfway, the next start repeats it.
 */
export async function loadZips(connectionString: string, batches = readZipBatches(BATCH)): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("begin; set local lock_timeout = 0; set local statement_timeout = 0")
    // If two processes start at the same time, the second waits here and then finds the rows.
    await client.query("lock table zips in share row exclusive mode")
    for await (const batch of batches) {
      const rows = batch.map((row) => ({ ...row, cityKey: cityKey(row.city) }))
      const values = COLUMNS.map((column) => rows.map((row) => row[column]))
      await client.query(CORRECT, values)
      await client.query(ADD, values)
    }
    await client.query(FOLLOW)
    await client.query("commit")
  } finally {
    await client.end()
  }
}

const GIVEN = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::text[], $8::text[])
  as given (zip, city, state, county, lat, lng, time_zone, city_key)`

const CORRECT = `update zips set city = given.city, state = given.state, county = given.county, lat = given.lat,
    lng = given.lng, time_zone = given.time_zone, city_key = given.city_key
  from ${GIVEN}
  where zips.zip = given.zip
    and (zips.city, zips.state, zips.county, zips.lat, zips.lng, zips.time_zone, zips.city_key)
      is distinct from
      (given.city, given.state, given.county, given.lat, given.lng, given.time_zone, given.city_key)`

const ADD = `insert into zips (zip, city, state, county, lat, lng, time_zone, city_key)
  select given.* from ${GIVEN}
  where not exists (select from zips where zips.zip = given.zip)`

const FOLLOW = `update markets set time_zone = zips.time_zone, updated_at = now()
  from zips
  where zips.zip = markets.zip and markets.time_zone_source = 'zip' and markets.time_zone <> zips.time_zone`
