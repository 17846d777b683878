import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { releaseDueEvents, withdraw } from "#core/outbox/due-events.server.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { publishEvents, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase()
/** A statement gets a name when it is sent for the fifth time, and from then on PostgreSQL may cache its plan. */
const TIMES = 12

const anOrder = (): Happened => [
  "order.placed",
  { orderId: newId(), customerId: newId(), sellerId: newId(), taxIsRecorded: false },
]
const newId = () => crypto.randomUUID()

async function handOver(events: number) {
  const { db } = database
  await db.transaction((tx) => emitAll(tx, Array.from({ length: events }, anOrder)))
  await publishEvents(db, 100, async () => {})
  await queueEvents(db, 100, async () => {})
  const dueAt = new Date()
  const [later, never] = [newId(), newId()]
  const ofOrder = (orderId: string): Happened => ["transfers.due", { orderId }, { dueAt }]
  await db.transaction((tx) => emitAll(tx, [later, never].map(ofOrder)))
  await db.transaction((tx) => withdraw(tx, "transfers.due", { orderId: never }))
  await releaseDueEvents(db, dueAt, 100)
  await queueEvents(db, 100, async () => {})
}

async function scans(): Promise<number> {
  const { pool } = database
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query(
    "select seq_scan::int as scans from pg_stat_user_tables where relname = 'outbox'",
  )
  return rows[0].scans
}

it("finds what waits in an outbox that has grown since its plans were made, and reads no other event", {
  tags: ["JOB-7"],
}, async () => {
  await database.pool.query("vacuum analyze outbox")
  for (let turn = 0; turn < TIMES; turn++) await handOver(1)
  const written = new Date().toISOString()
  await database.db.execute(sql`
    insert into outbox (event, payload, queued_at, published_at)
    select 'order.placed', '{}', ${written}, ${written} from generate_series(1, 5000)`)
  const before = await scans()
  for (let turn = 0; turn < TIMES; turn++) await handOver(2)
  expect((await scans()) - before).toBe(0)
  const { rows } = await database.pool.query(
    "select count(*)::int as open from outbox where queued_at is null or published_at is null",
  )
  expect(rows).toEqual([{ open: 0 }])
})
