import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createTestDatabase, ctxFor, testClock, useDatabase } from "./database.ts"

describe("the tests' database", { tags: ["DATA-4"] }, () => {
  const database = useDatabase()

  it("is migrated and its own: two files never see each other's rows", async () => {
    const other = await createTestDatabase()
    await database.db.execute(sql`create table mine (id int)`)
    const tables = await other.pool.query("select tablename from pg_tables where schemaname = 'public'")
    expect(tables.rows.length).toBeGreaterThan(5)
    expect(tables.rows).not.toContainEqual({ tablename: "mine" })
    await other.close()
  })

  it("has one connection, so that asking the pool inside a transaction is seen at once", async () => {
    await database.db.transaction(async () => {
      expect(database.pool.totalCount).toBe(1)
      expect(database.pool.idleCount).toBe(0)
    })
  })

  it("tells which port a test forgot", () => {
    const ctx = ctxFor(database, { role: "system" })
    expect(() => ctx.ports.mail).toThrow('uses the port "mail"')
  })

  it("has a clock that only a test turns", () => {
    const clock = testClock(new Date("2026-01-01T00:00:00Z"))
    clock.advance({ hours: 25 })
    expect(clock.now()).toEqual(new Date("2026-01-02T01:00:00Z"))
  })
})
