import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emit } from "#core/outbox/emit.server.ts"
import type { OutboxJob, OutboxMessage } from "#core/outbox/outbox-relay.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { listenTo } from "#server/adapters/queues/postgres-listener.ts"
import { createTestDatabase, systemCtx, type TestDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hearLog } from "#tests/support/log.ts"
import { BACKENDS, type BackendUnderTest } from "#tests/support/queue-backends.ts"
import { addJobs } from "#workers/add-jobs.ts"
import { openQueues } from "#workers/open-queues.ts"
import { startRelay } from "#workers/outbox-relay.ts"
import { startWorkers } from "#workers/start-workers.ts"

const EVENTS = 400
/** Longer than the poll interval of a relay that was not listening yet. */
const PATIENT = { timeout: 15_000, interval: 5 }

describe.each(BACKENDS)("the outbox on %s", { tags: ["slow"] }, (_name, begin) => {
  let database: TestDatabase
  let backend: BackendUnderTest
  beforeAll(async () => {
    database = await createTestDatabase({ connections: 10 })
    backend = await begin(database)
  })
  afterAll(async () => {
    await backend.close()
    await database.close()
  })

  it("loses, doubles and invents no job and no live message, whatever breaks", {
    tags: ["JOB-1"],
    timeout: 60_000,
  }, async () => {
    const { userId } = await aCustomer(database.db)
    const emails: EmailMessage[] = []
    const messages = new Set<string>()
    hearLog()
    let roomsDown = true
    const mail = { siteUrl: "http://test", send: async (email: EmailMessage) => void emails.push(email) }
    const common = {
      context: () => systemCtx(database, { ports: { mail } }),
      listen: (wake: () => void) => listenTo(database.url, "outbox", wake),
      async publish(message: OutboxMessage) {
        if (roomsDown) throw new Error("the room's host is down")
        messages.add(message.id)
      },
    }
    const first = await backend.open()
    const second = await backend.open()
    const workers = await startWorkers({ ...common, backend: first })
    const queues = await openQueues(second, () => {})
    let handovers = 0
    const clumsy = startRelay({
      ...common,
      pollMs: 100,
      async addJobs(jobs: OutboxJob[]) {
        handovers += 1
        if (handovers % 3 === 1) throw new Error("fell over before the handover")
        await addJobs(queues, jobs)
        if (handovers % 3 === 2) throw new Error("fell over after the handover, before the commit")
      },
    })

    // Until the faulty relay has failed in both of its ways.
    for (let n = 0; n < EVENTS || handovers < 2; n += 1) {
      const work = database.db.transaction(async (tx) => {
        await emit(tx, "person.registered", { userId, role: "customer" })
        await emit(tx, "cart.changed", { customerId: userId })
        if (n % 5 === 0) throw new Error("rolled back")
      })
      await work.catch(() => {})
      if (n === EVENTS / 4) await backend.breakDown().catch(() => {})
      if (n === EVENTS / 2) roomsDown = false
    }

    const { rows } = await database.pool.query("select id, event from outbox")
    const idsOf = (event: string, suffix: string) =>
      rows
        .filter((row) => row.event === event)
        .map((row) => `ob-${row.id}-${suffix}`)
        .sort()
    const expected = idsOf("person.registered", "send-welcome-email")
    expect(expected.length).toBeGreaterThan(EVENTS * 0.7)
    const distinct = () => [...new Set(emails.map((email) => email.id))].sort()
    await expect.poll(distinct, { timeout: 40_000 }).toEqual(expected)
    await expect.poll(() => [...messages].sort(), { timeout: 10_000 }).toEqual(idsOf("cart.changed", "0"))
    // Only a job that was running when its queue broke may run again; its emails have the same id.
    expect(emails.length - expected.length).toBeLessThanOrEqual(5)

    await clumsy.stop()
    await Promise.all(Object.values(queues).map((queue) => queue.close()))
    await workers.stop()
    await first.close()
    await second.close()
  })

  it("delivers live messages while the queues hang", { tags: ["JOB-2"] }, async () => {
    const messages: string[] = []
    let isHung = false
    const hangs: (() => void)[] = []
    const gates: (() => void)[] = []
    const relay = startRelay({
      context: () => systemCtx(database),
      listen: (wake) => listenTo(database.url, "outbox", wake),
      async addJobs() {
        if (isHung)
          await new Promise<never>((_resolve, reject) => hangs.push(() => reject(new Error("gone"))))
      },
      async publish(message) {
        if (!isHung) await new Promise<void>((open) => gates.push(open))
        messages.push(message.id)
      },
    })
    const { userId } = await aCustomer(database.db)
    const happen = () =>
      database.db.transaction((tx) =>
        emit(tx, "order.placed", { orderId: userId, customerId: userId, sellerId: userId }),
      )
    // The live relay is kept busy until the queue's relay has taken the second event and hangs with it.
    await happen()
    await expect.poll(() => gates.length, PATIENT).toBe(2)
    isHung = true
    await happen()
    await expect.poll(() => hangs.length, PATIENT).toBe(1)
    for (const open of gates) open()
    await expect.poll(() => messages.length, PATIENT).toBe(4)
    const stopped = relay.stop()
    for (const end of hangs) end()
    await stopped
  })
})
