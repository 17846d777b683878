import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "#tests/support/database.ts"
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

it("is left as it is where it is older than the first migration, and says what to start first", {
  tags: ["OPS-27"],
}, async () => {
  const older = await createTestDatabase()
  try {
    await older.pool.query("delete from drizzle.__drizzle_migrations")
    await older.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a version before', 1795677793951)",
    )
    await expect(migrateDatabase(older.url)).rejects.toThrow(
      "start e013ddf1 once first, then this version. Nothing was changed.",
    )
    expect((await older.pool.query("select from drizzle.__drizzle_migrations")).rowCount).toBe(1)
  } finally {
    await older.close()
  }
})
