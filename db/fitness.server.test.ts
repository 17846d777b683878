import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { migrateDatabase } from "./migrate.ts"

describe.skipIf(!hasDebianPostgres)("a server older than 18", () => {
  let debian: Awaited<ReturnType<typeof startDebianPostgres>>
  beforeAll(async () => {
    debian = await startDebianPostgres()
  }, 60_000)
  afterAll(() => debian.stop())

  it("is rejected by its version before anything is made in it", {
    tags: ["OPS-27"],
  }, async ({ skip }) => {
    if (debian.major >= 18) skip()
    const url = await debian.create("old")
    await expect(migrateDatabase(url)).rejects.toThrow(
      /PostgreSQL is version \d+\.\d+\. Pushcart needs 18 or newer/,
    )
  })
})
