import pg from "pg"
import { expect, it } from "vitest"
import { isLockTimeout, sqlStateOf } from "#core/sql-state.ts"
import { createTestDatabase, useDatabase } from "#tests/support/database.ts"
import { forJobs } from "./client.ts"
import { REQUEST_LIMITS, readLimits } from "./limits.ts"
import { migrateDatabase } from "./migrate.ts"
import { transaction } from "./transaction.ts"

const database = useDatabase({ connections: 3 })

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

it("gives every new connection of the role the limits of requests, whoever opens it", {
  tags: ["OPS-28"],
}, async () => {
  await migrateDatabase(database.url)
  expect(await connected(database.url, readLimits)).toEqual(REQUEST_LIMITS)
})

it("leaves alone what an operator has set", { tags: ["OPS-28"] }, async () => {
  const other = await createTestDatabase()
  try {
    const name = new URL(other.url).pathname.slice(1)
    await connected(other.url, (client) =>
      client.query(`alter database ${name} set statement_timeout = '1min'`),
    )
    await migrateDatabase(other.url)
    expect((await connected(other.url, readLimits)).statement_timeout).toBe("1min")
  } finally {
    await other.close()
  }
})

it("gives transactions of jobs longer ones, and takes them back at their end", {
  tags: ["OPS-28"],
}, async () => {
  const jobs = forJobs(database)
  const show = async (db: Pick<typeof jobs, "execute">) =>
    (await db.execute("show lock_timeout")).rows[0]?.lock_timeout
  expect(await transaction(jobs, show)).toBe("10s")
  expect(await transaction(database.db, show)).not.toBe("10s")
})

it("lets a migration give way to who uses the table, and tries again", {
  tags: ["OPS-28"],
  timeout: 20_000,
}, async () => {
  const other = await createTestDatabase({ connections: 3 })
  try {
    await other.pool.query(
      "delete from drizzle.__drizzle_migrations where created_at > (select min(created_at) from drizzle.__drizzle_migrations)",
    )
    const client = await other.pool.connect()
    await client.query("begin; lock table drizzle.__drizzle_migrations in access exclusive mode")
    const migrating = migrateDatabase(other.url).then(
      () => undefined,
      (error: unknown) => error,
    )
    const waits =
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'relation'"
    const waiting = async () => (await other.pool.query(waits)).rows[0].n
    await expect.poll(waiting, { timeout: 5_000 }).toBe(1)
    await expect.poll(waiting, { timeout: 5_000 }).toBe(0)
    await client.query("rollback")
    client.release()
    // The second attempt ran the later migrations, whose changes this database already has.
    const error = await migrating
    expect([isLockTimeout(error), sqlStateOf(error)]).toEqual([false, expect.stringMatching(/^42/)])
  } finally {
    await other.close()
  }
})

it("closes connections to a server that only reads, the idle ones too", { tags: ["OPS-28"] }, async () => {
  const { pool, db } = database
  const name = new URL(database.url).pathname.slice(1)
  await pool.query(`alter database ${name} set default_transaction_read_only = on`)
  const old = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of old) await client.query("set default_transaction_read_only = on")
  for (const client of old) client.release()
  const write = () => transaction(db, (tx) => tx.execute("create table written (id int)"))
  // The new primary accepts writes; connections opened earlier do not know that.
  await connected(database.url, async (client) => {
    await client.query("set default_transaction_read_only = off")
    await client.query(`alter database ${name} reset default_transaction_read_only`)
  })
  await expect(write()).rejects.toThrow()
  await write()
  expect((await pool.query("show default_transaction_read_only")).rows[0]).toEqual({
    default_transaction_read_only: "off",
  })
})
