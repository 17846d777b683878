import pg from "pg"
import { readZipBatches } from "./read-zips.ts"

const BATCH = 5_000

/**
 * Loads the zip table when the database has none: every installation searches by it, not only a demo.
 * All of it or nothing, so that a start killed half-way loads it again.
 */
export async function loadZips(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("begin; set local lock_timeout = 0; set local statement_timeout = 0")
    // Two processes that start at the same time: the second waits here and then finds the rows.
    await client.query("lock table zips in share row exclusive mode")
    const { rowCount } = await client.query("select 1 from zips limit 1")
    if (rowCount === 0) {
      for await (const batch of readZipBatches(BATCH)) {
        await client.query(
          `insert into zips (zip, city, state, county, lat, lng, time_zone)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::text[])`,
          (["zip", "city", "state", "county", "lat", "lng", "timeZone"] as const).map((column) =>
            batch.map((row) => row[column]),
          ),
        )
      }
    }
    await client.query("commit")
  } finally {
    await client.end()
  }
}
