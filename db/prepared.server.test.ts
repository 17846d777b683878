import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { isLive } from "#core/checkout/live-checkout.server.ts"
import { checkouts, zips } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { insertOf, preparedSql } from "./prepared.ts"

const database = useDatabase()
const town = { state: "MD", lat: 39.25, lng: -76.125, timeZone: "America/New_York" }
const towns = insertOf(
  zips,
  ["zip", "city", "state", "county", "lat", "lng", "timeZone"],
  sql.placeholder("towns"),
)
const write = preparedSql<{ zip: string }>("towns_written", sql`${towns.insert} returning zip`)

it("inserts one row or many with the same statement, in the order in which they are given", async () => {
  const row = (zip: string) => ({ ...town, zip, city: `O'Town "${zip}" \\ é`, county: "" })
  const written = await write(database.db, { towns: towns.json(["00003", "00001", "00002"].map(row)) })
  expect(written.map(({ zip }) => zip)).toEqual(["00003", "00001", "00002"])
  expect(await write(database.db, { towns: towns.json([row("00009")]) })).toEqual([{ zip: "00009" }])
  expect(await write(database.db, { towns: towns.json([]) })).toEqual([])
  expect(await database.db.select().from(zips).where(eq(zips.zip, "00001"))).toEqual([row("00001")])
})

it("writes what a row leaves out as null, which a column that needs a value refuses", async () => {
  const row = { ...town, zip: "00004", city: "Here" } as Parameters<typeof towns.json>[0][number]
  await expect(write(database.db, { towns: towns.json([row]) })).rejects.toThrow()
})

it("finds a live checkout by its index, whatever plan PostgreSQL keeps", async () => {
  const { sql: text, params } = database.db.select({ id: checkouts.id }).from(checkouts).where(isLive).toSQL()
  expect(params).toEqual([])
  const client = await database.pool.connect()
  try {
    await client.query("set enable_seqscan = off")
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/checkouts_(one_live|to_expire)/)
  } finally {
    client.release(true)
  }
})
