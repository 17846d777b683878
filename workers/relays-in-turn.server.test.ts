import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { publishEvents, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { useDatabase } from "#tests/support/database.ts"

const ROUNDS = 40
const EVENTS = 100
const database = useDatabase({ connections: 4 })

const anOrder = (): Happened => [
  "order.placed",
  { orderId: newId(), customerId: newId(), sellerId: newId(), taxIsRecorded: false },
]
const newId = () => crypto.randomUUID()

it("never has the two relays wait for each other, however they meet at the same events", {
  timeout: 60_000,
  tags: ["JOB-7", "slow"],
}, async () => {
  const { db } = database
  const tell = () => publishEvents(db, 30, async () => {})
  const queue = () => queueEvents(db, 45, async () => {})
  const isAnyUntold = async () =>
    (await db.execute(sql`select from outbox where published_at is null limit 1`)).rows.length > 0
  for (let round = 0; round < ROUNDS; round++) {
    await db.transaction((tx) => emitAll(tx, Array.from({ length: EVENTS }, anOrder)))
    await Promise.all([untilDone(async () => tell().then(isAnyUntold)), untilDone(queue)])
  }
  const { rows } = await db.execute(
    sql`select count(*)::int as open from outbox where queued_at is null or published_at is null`,
  )
  expect(rows).toEqual([{ open: 0 }])
})

async function untilDone(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}
