import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"
import { beginAtOnce } from "./client.ts"

// One connection: one that does not come back would be missed at once.
const database = useDatabase()
const told = sql`insert into outbox (event, payload) values ('cart.changed', '{}')`
const count = async () => (await database.pool.query("select count(*)::int n from outbox")).rows[0]?.n

it("commits what its work wrote, and is a transaction while it does", async () => {
  const before = await count()
  const [first, second] = await beginAtOnce(database.db, async (tx) => {
    await tx.execute(told)
    const id = () => tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text id`)
    return [(await id()).rows[0]?.id, (await id()).rows[0]?.id]
  })
  expect(first).toBe(second)
  expect(await count()).toBe(before + 1)
})

it("takes all of it back when the work fails", async () => {
  const before = await count()
  const work = beginAtOnce(database.db, async (tx) => {
    await tx.execute(told)
    throw new Error("given up")
  })
  await expect(work).rejects.toThrow("given up")
  expect(await count()).toBe(before)
})

it("gives a connection back that broke under it", async () => {
  const work = beginAtOnce(database.db, (tx) =>
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  )
  await expect(work).rejects.toThrow()
  expect(await count()).toEqual(expect.any(Number))
})
