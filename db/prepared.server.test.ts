import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { isLive } from "#core/checkout/live-checkout.server.ts"
import { checkouts, outbox, zips } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { insertOf, preparedInsert } from "./prepared.ts"

const database = useDatabase()
const town = { state: "MD", lat: 39.25, lng: -76.125, timeZone: "America/New_York" }
const towns = insertOf(zips, ["zip", "city", "state", "county", "lat", "lng", "timeZone"])
const write = preparedInsert<{ towns: typeof towns }, { zip: string }>(
  "towns_written",
  { towns },
  (into) => sql`${into.towns} returning zip`,
)
const row = (zip: string) => ({ ...town, zip, city: `O'Town "${zip}" \\ é`, county: "" })

it("inserts none, few or many rows, in the order in which they are given", { tags: ["DATA-2"] }, async () => {
  const few = ["00003", "00001", "00002"]
  const many = Array.from({ length: 30 }, (_, index) => `0001${index}`.slice(-5)).reverse()
  for (const list of [few, ["00009"], [], many]) {
    const written = await write(database.db, { towns: list.map(row) })
    expect(written.map(({ zip }) => zip)).toEqual(list)
  }
  for (const zip of ["00001", many[0] as string])
    expect(await database.db.select().from(zips).where(eq(zips.zip, zip))).toEqual([row(zip)])
})

it("writes what a row leaves out as null, which a column that needs a value refuses", {
  tags: ["DATA-2"],
}, async () => {
  const without = { ...town, zip: "00004", city: "Here" } as ReturnType<typeof row>
  await expect(write(database.db, { towns: [without] })).rejects.toThrow("23502")
})

it("inserts into several tables at once, with moments and objects as they are", {
  tags: ["DATA-2"],
}, async () => {
  const told = insertOf(outbox, ["event", "payload", "queuedAt"])
  const both = preparedInsert(
    "towns_and_news_written",
    { towns, told },
    (into) => sql`with first as (${into.towns}) ${into.told}`,
  )
  const queuedAt = new Date("2026-03-05T15:00:00.250Z")
  const news = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      event: "test",
      payload: { index, of: [count] },
      queuedAt,
    }))
  await both(database.db, { towns: [row("00021")], told: news(2) })
  await both(database.db, { towns: [row("00022")], told: news(20) })
  const rows = await database.db.select().from(outbox).where(eq(outbox.event, "test")).orderBy(outbox.id)
  expect(rows.map(({ payload }) => payload)).toEqual([...news(2), ...news(20)].map(({ payload }) => payload))
  expect(new Set(rows.map((one) => one.queuedAt?.toISOString()))).toEqual(new Set([queuedAt.toISOString()]))
})

it("finds a live checkout by its index, whatever plan PostgreSQL keeps", { tags: ["PAY-14"] }, async () => {
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
