import { eq, inArray } from "drizzle-orm"
import { expect, it } from "vitest"
import { zips } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase({ zips: true })
const prepared = async () =>
  (await database.pool.query<{ statement: string }>("select statement from pg_prepared_statements")).rows.map(
    ({ statement }) => statement,
  )

it("has PostgreSQL keep what is asked all the time, and answers the same for every value", async () => {
  const cities: (string | undefined)[] = []
  for (const zip of ["10001", "21224", "94103", "10001", "60601", "21224", "99501"]) {
    const [row] = await database.db.select({ city: zips.city }).from(zips).where(eq(zips.zip, zip))
    cities.push(row?.city)
  }
  expect(cities).toEqual([
    "New York",
    "Baltimore",
    "San Francisco",
    "New York",
    "Chicago",
    "Baltimore",
    "Anchorage",
  ])
  expect(await prepared()).toEqual([expect.stringContaining(`"zips"."zip" = $1`)])
})

it("keeps nothing of lists that have another length each time", async () => {
  const before = (await prepared()).length
  for (let length = 1; length < 30; length++)
    await database.db
      .select({ city: zips.city })
      .from(zips)
      .where(inArray(zips.zip, Array(length).fill("10001")))
  expect(await prepared()).toHaveLength(before)
})

it("gives a statement that failed in a transaction back as it was", async () => {
  const twice = () =>
    database.db.transaction(async (tx) => {
      await tx
        .insert(zips)
        .values({ zip: "00000", city: "Here", state: "MD", county: "", lat: 0, lng: 0, timeZone: "" })
      await tx
        .insert(zips)
        .values({ zip: "00000", city: "Here", state: "MD", county: "", lat: 0, lng: 0, timeZone: "" })
    })
  for (let times = 0; times < 8; times++) await expect(twice()).rejects.toThrow()
  const [row] = await database.db.select().from(zips).where(eq(zips.zip, "00000"))
  expect(row).toBeUndefined()
})
