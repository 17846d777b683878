import { beforeAll, describe, expect, it } from "vitest"
import { zips } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { findZip } from "./find-zip.server.ts"

describe("finding a zip", () => {
  const database = useDatabase()
  const row = {
    zip: "10001",
    city: "New York",
    state: "NY",
    county: "New York",
    lat: 40.7507,
    lng: -73.9973,
    timeZone: "America/New_York",
  }

  beforeAll(async () => {
    await database.db.insert(zips).values(row).onConflictDoUpdate({ target: zips.zip, set: row })
  })

  it("gives its city, centre and time zone", { tags: ["HOME-14"] }, async () => {
    expect(await findZip(database.db, "10001")).toEqual(row)
  })

  it("gives null for five digits that no zip has", { tags: ["HOME-14"] }, async () => {
    expect(await findZip(database.db, "00000")).toBeNull()
  })
})
