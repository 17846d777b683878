import { beforeEach, describe, expect, it } from "vitest"
import { readBacklog } from "#core/operations/read-backlog.server.ts"
import type { Executor } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { releaseDueEvents, withdraw } from "./due-events.server.ts"
import { emit } from "./emit.server.ts"
import { publishEvents, queueEvents } from "./outbox-relay.server.ts"

/** One connection withdraws, one relays, one observes. */
const database = useDatabase({ connections: 3 })
const clock = testClock()
const ctx = () => systemCtx(database, { now: clock.now })
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000)
const newId = () => crypto.randomUUID()

beforeEach(() => database.pool.query("delete from outbox"))

/** An order whose customer and seller are notified `seconds` later. */
async function cancelled(seconds: number): Promise<{ orderId: string; sellerId: string }> {
  const order = { orderId: newId(), sellerId: newId(), customerId: newId() }
  await transaction(database.db, (tx) => emit(tx, "order.cancelled", order, { dueAt: inSeconds(seconds) }))
  return order
}
const release = (executor: Executor = database.db) => releaseDueEvents(executor, clock.now(), 100)

/** Returns the orders whose jobs the relay queues now, without duplicates. */
async function relay(): Promise<string[]> {
  const queued = new Set<string>()
  await database.db.transaction(async (tx) => {
    await tx.execute("set local lock_timeout = '5s'")
    await release(tx)
  })
  await queueEvents(database.db, 100, async (jobs) => {
    for (const { payload } of jobs) queued.add((payload as { orderId: string }).orderId)
  })
  return [...queued]
}
const withdrawOrder = (orderId: string) =>
  transaction(database.db, (tx) => withdraw(tx, "order.cancelled", { orderId }))

async function count(where: string): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::int n from outbox where ${where}`)
  return rows[0].n
}

describe("jobs that are due later", () => {
  it("wait for their time, while the live messages of the same event go at once", {
    tags: ["JOB-9"],
  }, async () => {
    const { orderId } = await cancelled(10)
    const rooms: string[] = []
    await publishEvents(database.db, 100, async ({ room }) => void rooms.push(room))
    expect(rooms).toHaveLength(2)
    expect(await relay()).toEqual([])
    clock.advance({ seconds: 9 })
    expect(await relay()).toEqual([])
    clock.advance({ seconds: 1 })
    expect(await relay()).toEqual([orderId])
    expect(await relay()).toEqual([])
  })

  it("are not seen by the relay and the purge of the version before, which know nothing of them", {
    tags: ["JOB-9"],
  }, async () => {
    await cancelled(10 * 86_400)
    await publishEvents(database.db, 100, async () => {})
    await database.pool.query("update outbox set created_at = now() - interval '8 days'")
    expect(await count("queued_at is null")).toBe(0)
    const olderThan = inSeconds(9 * 86_400).toISOString()
    await database.pool.query("update outbox set published_at = created_at")
    expect(await count(`queued_at < '${olderThan}'`)).toBe(0)
  })

  it("are released the oldest due first, and say when the next are due", { tags: ["JOB-9"] }, async () => {
    const later = await cancelled(30)
    const sooner = await cancelled(20)
    expect(await release()).toEqual(inSeconds(20))
    clock.advance({ seconds: 20 })
    expect(await release()).toEqual(inSeconds(10))
    clock.advance({ seconds: 40 })
    const latest = await cancelled(-35)
    expect(await releaseDueEvents(database.db, clock.now(), 1)).toBeUndefined()
    expect(new Set(await relay())).toEqual(new Set([sooner.orderId, latest.orderId, later.orderId]))
  })

  it("queue what is not due later at once, and nothing of an event without jobs", {
    tags: ["JOB-9"],
  }, async () => {
    const { db } = database
    const dueAt = inSeconds(10)
    await transaction(db, (tx) => emit(tx, "cart.changed", { customerId: newId() }, { dueAt }))
    expect(await count("due_at is not null or queued_at is null")).toBe(0)
    const orderId = newId()
    await transaction(db, (tx) => emit(tx, "order.refundDue", { orderId, refundId: newId() }))
    expect(await relay()).toEqual([orderId])
  })

  it("do not count as late before their time, and from then on count by it", {
    tags: ["JOB-9", "OPS-1"],
  }, async () => {
    await cancelled(3_600)
    await publishEvents(database.db, 100, async () => {})
    expect((await readBacklog(ctx())).outbox).toEqual({ unqueued: 0, unpublished: 0, oldestAt: null })
    const dueAt = inSeconds(3_600)
    clock.advance({ seconds: 3_700 })
    const late = { unqueued: 1, unpublished: 0, oldestAt: dueAt }
    expect((await readBacklog(ctx())).outbox).toEqual(late)
    await release()
    expect((await readBacklog(ctx())).outbox).toEqual(late)
  })
})

describe("withdrawn jobs", () => {
  it("are never queued, and those of other subjects and other events are", { tags: ["JOB-10"] }, async () => {
    const [one, other] = [await cancelled(10), await cancelled(10)]
    await transaction(database.db, (tx) => emit(tx, "order.reminded", one, { dueAt: inSeconds(10) }))
    expect(await withdrawOrder(one.orderId)).toBe(1)
    expect(await withdrawOrder(one.orderId)).toBe(0)
    clock.advance({ seconds: 11 })
    expect((await relay()).sort()).toEqual([one.orderId, other.orderId].sort())
    expect(await count("withdrawn_at is not null")).toBe(1)
    const rooms: string[] = []
    await publishEvents(database.db, 100, async ({ room }) => void rooms.push(room))
    expect(rooms).toContain(one.sellerId)
  })

  it("are not withdrawn once they were released", { tags: ["JOB-10"] }, async () => {
    const { orderId } = await cancelled(10)
    clock.advance({ seconds: 10 })
    await release()
    expect(await withdrawOrder(orderId)).toBe(0)
    expect(await relay()).toEqual([orderId])
  })

  it("wait again when the transaction that withdrew them is rolled back; no relay waits for it", {
    tags: ["JOB-10"],
  }, async () => {
    const { orderId } = await cancelled(10)
    clock.advance({ seconds: 10 })
    const givenUp = transaction(database.db, async (tx) => {
      expect(await withdraw(tx, "order.cancelled", { orderId })).toBe(1)
      expect(await relay()).toEqual([])
      throw new Error("given up")
    })
    await expect(givenUp).rejects.toThrow("given up")
    expect(await relay()).toEqual([orderId])
  })

  it("are withdrawn or released, never both, when a relay comes at that moment", {
    tags: ["JOB-10"],
  }, async () => {
    const first = await cancelled(10)
    clock.advance({ seconds: 10 })
    await transaction(database.db, async (tx) => {
      await withdraw(tx, "order.cancelled", { orderId: first.orderId })
      expect(await relay()).toEqual([])
    })
    expect(await relay()).toEqual([])

    const second = await cancelled(0)
    let withdrawing: Promise<number> | undefined
    await database.db.transaction(async (tx) => {
      await release(tx)
      withdrawing = withdrawOrder(second.orderId)
      await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1)
    })
    expect(await withdrawing).toBe(0)
    expect(await relay()).toEqual([second.orderId])
  })

  it("are named: no field withdraws none", { tags: ["JOB-10"] }, async () => {
    const { orderId } = await cancelled(0)
    const withdrawAll = (orderId?: string) =>
      transaction(database.db, (tx) => withdraw(tx, "order.cancelled", { orderId } as { orderId: string }))
    await expect(withdrawAll()).rejects.toThrow("Say which order.cancelled is to be withdrawn.")
    expect(await relay()).toEqual([orderId])
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::int n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}
