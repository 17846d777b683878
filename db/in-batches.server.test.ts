import { isNull } from "drizzle-orm"
import { expect, it } from "vitest"
import { emit, purgeEvents } from "#core/outbox/emit.server.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { BATCH } from "./in-batches.ts"
import { outbox } from "./schema/index.ts"
import { transaction } from "./transaction.ts"

/** One connection purges, one holds the lock that the purge waits for, and one stands for all others. */
const database = useDatabase({ connections: 3 })
const ROWS = 20_000
/** The rows that seven full batches leave. */
const LEFT = ROWS - 7 * BATCH
/** Any advisory lock number that nothing else uses. */
const DOOR = 27

it("deletes 20,000 rows while others read and write, and after a kill goes on where it was", {
  tags: ["OPS-60"],
}, async () => {
  const { db, pool } = database
  await fillOutbox()
  const stopsAt = await idOf(7 * BATCH + 500)
  await stopDeletionsOf(stopsAt)
  const holder = await pool.connect()
  await holder.query(`select pg_advisory_lock(${DOOR})`)

  const killed = purgeEvents(db, new Date()).catch((error: unknown) => error)
  await expect.poll(waiting, { timeout: 8_000 }).toHaveLength(1)
  expect(await db.$count(outbox)).toBe(LEFT)
  const { userId } = await aCustomer(db)
  await transaction(db, (tx) => emit(tx, "person.registered", { userId, role: "customer" }))
  expect(await db.$count(outbox, isNull(outbox.queuedAt))).toBe(1)

  await pool.query("select pg_terminate_backend($1)", await waiting())
  expect(await killed).toBeInstanceOf(Error)
  expect(await db.$count(outbox)).toBe(LEFT + 1)
  await holder.query(`select pg_advisory_unlock(${DOOR})`)

  await holder.query("begin")
  await holder.query("select from outbox where id = $1 for update", [stopsAt])
  expect(await purgeEvents(db, new Date())).toBe(LEFT - 1)
  await holder.query("rollback")
  holder.release()
  expect(await purgeEvents(db, new Date())).toBe(1)
  expect(await db.$count(outbox)).toBe(1)
})

/** Inserts old events, three thousand with each timestamp, so that batches end within a timestamp. */
async function fillOutbox(): Promise<void> {
  await database.db.delete(outbox)
  await database.pool.query(
    `insert into outbox (event, payload, created_at, queued_at, published_at)
     select 'email.confirmed', '{}', at, at, at
     from generate_series(0, $1 - 1) n, lateral (select timestamptz '2026-01-01' + n / 3000 * interval '1 second' as at) old`,
    [ROWS],
  )
}

async function idOf(place: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from outbox order by created_at, id offset $1 limit 1",
    [place],
  )
  return Number(rows[0]?.id)
}

/** Makes a delete of this row wait while another connection has the lock. */
async function stopDeletionsOf(id: number): Promise<void> {
  await database.pool.query(`
    create function wait_at_door() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${DOOR}); return old; end $$;
    create trigger outbox_door before delete on outbox for each row when (old.id = ${id})
      execute function wait_at_door()`)
}

async function waiting(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
    [DOOR],
  )
  return rows.map(({ pid }) => pid)
}
