import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { createTestDatabase, useDatabase } from "#tests/support/database.ts"
import type { Executor } from "./client.ts"
import { transaction } from "./transaction.ts"

// A single connection, so that a test notices immediately if a connection is not returned.
const database = useDatabase()
const told = sql`insert into outbox (event, payload) values ('cart.changed', '{}')`
const count = async () => (await database.pool.query("select count(*)::int n from outbox")).rows[0]?.n

it("commits what its work wrote, and is a transaction while it does", { tags: ["DATA-1"] }, async () => {
  const before = await count()
  const [first, second] = await transaction(database.db, async (tx) => {
    await tx.execute(told)
    const id = () => tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text id`)
    return [(await id()).rows[0]?.id, (await id()).rows[0]?.id]
  })
  expect(first).toBe(second)
  expect(await count()).toBe(before + 1)
})

it("takes all of it back when the work fails", { tags: ["DATA-1"] }, async () => {
  const before = await count()
  const work = transaction(database.db, async (tx) => {
    await tx.execute(told)
    throw new Error("given up")
  })
  await expect(work).rejects.toThrow("given up")
  expect(await count()).toBe(before)
})

it("tells the error of the statement that failed, and takes back what stood before it", {
  tags: ["DATA-2"],
}, async () => {
  const before = await count()
  const work = transaction(database.db, async (tx) => {
    await tx.execute(told)
    await tx.execute(sql`select ${0}::int / ${0}::int`)
  })
  await expect(work).rejects.toMatchObject({ cause: { code: "22012" } })
  expect(await count()).toBe(before)
})

it("gives a connection back that broke under it", { tags: ["DATA-1"] }, async () => {
  const work = transaction(database.db, (tx) =>
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  )
  await expect(work).rejects.toThrow()
  expect(await count()).toEqual(expect.any(Number))
})

it("does a transaction again that PostgreSQL ended for a deadlock", { tags: ["DATA-1"] }, async () => {
  const { db, close } = await createTestDatabase({ connections: 2 })
  await db.execute(sql`create table two (id int primary key, times int not null)`)
  await db.execute(sql`insert into two values (1, 0), (2, 0)`)
  const both = Promise.withResolvers<void>()
  let starts = 0
  const lockBoth = (first: number, second: number) =>
    transaction(db, async (tx) => {
      starts += 1
      await tx.execute(sql`update two set times = times + 1 where id = ${first}`)
      if (starts === 2) both.resolve()
      await both.promise
      await tx.execute(sql`update two set times = times + 1 where id = ${second}`)
    })
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])
  // The transaction that is retried may be fast enough to conflict with the other one again.
  expect(starts).toBeGreaterThanOrEqual(3)
  expect((await db.execute(sql`select times from two order by id`)).rows).toEqual([
    { times: 2 },
    { times: 2 },
  ])
  await close()
})

it("commits asynchronously where it is told to, and nowhere else", { tags: ["DATA-1"] }, async () => {
  const setting = async (executor: Executor) =>
    (await executor.execute<{ synchronous_commit: string }>(sql`show synchronous_commit`)).rows[0]
      ?.synchronous_commit
  await database.pool.query("set synchronous_commit = on")
  expect(await transaction(database.db, setting)).toBe("on")
  expect(await transaction(database.db, setting, { asyncCommit: true })).toBe("off")
  expect(await setting(database.db)).toBe("on")
})
