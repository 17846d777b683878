import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { withdraw } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { listenTo } from "#server/adapters/queues/postgres-listener.ts"
import { createTestDatabase, systemCtx, type TestDatabase } from "#tests/support/database.ts"
import { hearLog } from "#tests/support/log.ts"
import { BACKENDS, type BackendUnderTest } from "#tests/support/queue-backends.ts"
import { addJobs } from "#workers/add-jobs.ts"
import { openQueues } from "#workers/open-queues.ts"
import { startRelay } from "#workers/outbox-relay.ts"

const PATIENCE = { timeout: 20_000, interval: 5 }
const AN_HOUR_MS = 3_600_000
const BUN = join(import.meta.dirname, "../node_modules/.bin/bun")
const PROGRAM = join(import.meta.dirname, "../tests/support/programs/relay-and-die.ts")

describe.each(BACKENDS)("jobs that are due later, on %s", { tags: ["slow"] }, (kind, begin) => {
  let database: TestDatabase
  let under: BackendUnderTest
  let backend: QueueBackend
  let queues: Awaited<ReturnType<typeof openQueues>>
  const running: { stop(): Promise<void> }[] = []

  beforeAll(async () => {
    database = await createTestDatabase({ connections: 4 })
    under = await begin(database)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })
  beforeEach(async () => {
    hearLog()
    backend = await under.open()
    queues = await openQueues(backend, () => {})
    for (const queue of Object.values(queues)) await queue.obliterate({ force: true })
    await database.pool.query("delete from outbox")
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    await Promise.all(Object.values(queues).map((queue) => queue.close()))
    await backend.close()
  })

  const afterMs = (ms: number) => new Date(Date.now() + ms)
  async function emitTransfers(dueAt?: Date): Promise<string> {
    const orderId = crypto.randomUUID()
    await database.db.transaction((tx) => emit(tx, "transfers.due", { orderId }, dueAt ? { dueAt } : {}))
    return orderId
  }
  const queued = async () =>
    (await queues.money.getWaiting(0, 99)).map(({ data }) => (data as { orderId: string }).orderId).sort()
  let aheadMs = 0
  let looks = 0
  /** The relay polls once an hour, so anything it does sooner was triggered by a notification or a due time. */
  function relay(add = (jobs: OutboxJob[]) => addJobs(queues, jobs), pollMs = AN_HOUR_MS) {
    looks = 0
    aheadMs = 0
    const started = startRelay({
      context: () => {
        looks += 1
        return systemCtx(database, { now: () => afterMs(aheadMs) })
      },
      addJobs: add,
      publish: async () => {},
      listen: (wake) => listenTo(database.url, "outbox", wake),
      pollMs,
    })
    running.push(started)
    return started
  }

  it("are queued when they are due, without those that were withdrawn, and hold up no stop", {
    tags: ["JOB-9", "JOB-10"],
  }, async () => {
    const one = relay()
    await emitTransfers(afterMs(9 * AN_HOUR_MS))
    const withdrawn = await emitTransfers(afterMs(AN_HOUR_MS))
    const [later, soon] = [await emitTransfers(afterMs(2 * AN_HOUR_MS)), await emitTransfers(afterMs(600))]
    const atOnce = await emitTransfers()
    await expect.poll(queued, PATIENCE).toEqual([soon, atOnce].sort())
    await database.db.transaction((tx) => withdraw(tx, "transfers.due", { orderId: withdrawn }))
    // Commits and the due time trigger the relay; in between it does not poll.
    expect(looks).toBeLessThan(100)
    aheadMs = 3 * AN_HOUR_MS
    const last = await emitTransfers()
    await expect.poll(queued, PATIENCE).toEqual([soon, atOnce, later, last].sort())
    await one.stop()
    const { rows } = await database.pool.query("select from outbox where queued_at = due_at")
    expect(rows).toHaveLength(1)
  })

  it("are there once when the relay falls over behind the handover", { tags: ["JOB-9"] }, async () => {
    let handovers = 0
    const one = relay(async (jobs) => {
      handovers += 1
      await addJobs(queues, jobs)
      if (handovers < 3) throw new Error("fell over after the handover, before the commit")
    }, 50)
    const orderId = await emitTransfers(afterMs(300))
    await expect.poll(() => handovers, PATIENCE).toBe(3)
    await one.stop()
    expect(await queued()).toEqual([orderId])
  })

  // The process that dies only uses PostgreSQL's queues; in either case it leaves a row in the outbox.
  it.for(kind === "PostgreSQL" ? ["released", "queued"] : [])(
    "are there once after a relay was killed when they were %s",
    { tags: ["JOB-9"] },
    async (step) => {
      const orderId = await emitTransfers(afterMs(0))
      const killed = spawn(BUN, [PROGRAM, database.url, step], { stdio: ["ignore", "ignore", "inherit"] })
      const [, signal] = await once(killed, "exit")
      expect(signal).toBe("SIGKILL")
      const { rows } = await database.pool.query("select from outbox where queued_at is null")
      expect(rows).toHaveLength(1)
      const one = relay()
      await expect
        .poll(
          async () => (await database.pool.query("select from outbox where queued_at is null")).rowCount,
          PATIENCE,
        )
        .toBe(0)
      await one.stop()
      expect(await queued()).toEqual([orderId])
    },
  )
})
