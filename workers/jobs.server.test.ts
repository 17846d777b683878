import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { DomainError } from "#core/errors.ts"
import { emitAll } from "#core/outbox/emit.server.ts"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import type { Payments } from "#core/ports/payments.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { listenTo } from "#server/adapters/queues/postgres-listener.ts"
import { createTestDatabase, systemCtx, type TestDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hearLog, type LogLine } from "#tests/support/log.ts"
import { BACKENDS, type BackendUnderTest } from "#tests/support/queue-backends.ts"
import { addJobs } from "#workers/add-jobs.ts"
import { openQueues } from "#workers/open-queues.ts"
import { startRelay } from "#workers/outbox-relay.ts"
import { startWorkers } from "#workers/start-workers.ts"

const PATIENCE = { timeout: 20_000 }
const CROWD = 12

describe.each(BACKENDS)("jobs on %s", { tags: ["slow"] }, (_name, begin) => {
  let database: TestDatabase
  let under: BackendUnderTest
  let backend: QueueBackend
  let queues: Awaited<ReturnType<typeof openQueues>>
  let customer: Awaited<ReturnType<typeof aCustomer>>
  let orderIds: string[]
  const running: { stop(): Promise<void> }[] = []
  let lines: LogLine[]

  beforeAll(async () => {
    database = await createTestDatabase({ connections: 10 })
    under = await begin(database)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })
  beforeEach(async () => {
    lines = hearLog()
    backend = await under.open()
    queues = await openQueues(backend, () => {})
    for (const queue of Object.values(queues)) await queue.obliterate({ force: true })
    await database.pool.query("delete from outbox")
    const market = await aMarket(database.db)
    const product = await aProduct(database.db, market)
    customer = await aCustomer(database.db)
    orderIds = []
    for (let n = 0; n < CROWD; n += 1)
      orderIds.push((await anOrder(database.db, { customer, market, product })).id)
    await database.pool.query("delete from outbox")
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    await Promise.all(Object.values(queues).map((queue) => queue.close()))
    await backend.close()
  })

  const happen = (ids: readonly string[]) =>
    database.db.transaction((tx) =>
      emitAll(
        tx,
        ids.map((orderId) => [
          "order.placed",
          { orderId, customerId: customer.userId, sellerId: customer.userId, taxIsRecorded: false },
        ]),
      ),
    )
  const contextThatSends = (send: (message: EmailMessage) => Promise<void>) => () =>
    systemCtx(database, {
      ports: {
        mail: { siteUrl: "http://test", send },
        emailFooters: emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" }),
      },
    })
  const quietly = { publish: async () => {}, listen: () => ({ stop: async () => {} }) }
  async function work(send: (message: EmailMessage) => Promise<void>): Promise<void> {
    const workers = await startWorkers({ ...quietly, backend, context: contextThatSends(send) })
    running.push(workers)
  }
  function relay(hand: (jobs: OutboxJob[]) => Promise<void>) {
    const started = startRelay({
      ...quietly,
      context: () => systemCtx(database),
      listen: (wake) => listenTo(database.url, "outbox", wake),
      addJobs: hand,
      pollMs: 50,
    })
    running.push(started)
    return started
  }
  const open = async () =>
    (await database.pool.query("select from outbox where queued_at is null")).rowCount ?? 0
  const receipts = (messages: readonly EmailMessage[]) =>
    messages.filter(({ id }) => id.endsWith("send-order-receipt-email"))
  const counts = () => queues.mail.getJobCounts("waiting", "active", "delayed", "failed")

  it("wait each by itself, under the id of its event and its own name", { tags: ["JOB-6"] }, async () => {
    relay((jobs) => addJobs(queues, jobs))
    await happen(orderIds.slice(0, 2))
    await expect.poll(open, PATIENCE).toBe(0)
    const { rows } = await database.pool.query("select id from outbox order by id")
    const ids = (await queues.mail.getWaiting(0, 100)).map(({ id }) => id).sort()
    expect(ids).toEqual(
      rows.flatMap(({ id }) => [`ob-${id}-send-new-order-email`, `ob-${id}-send-order-receipt-email`]).sort(),
    )
  })

  it("are held up by no other that fails, which has its own tries", {
    tags: ["JOB-3"],
  }, async () => {
    const sent: EmailMessage[] = []
    const [bad] = orderIds
    let fallsOver = 2
    relay((jobs) => addJobs(queues, jobs))
    await happen(orderIds)
    await expect.poll(open, PATIENCE).toBe(0)
    await work(async (message) => {
      if (message.text.includes(bad!) && message.id.endsWith("receipt-email") && fallsOver-- > 0)
        throw new Error("this email cannot be sent yet")
      sent.push(message)
    })
    await expect.poll(() => sent.length, PATIENCE).toBe(2 * CROWD)
    expect(receipts(sent).at(-1)!.text).toContain(bad)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2 * CROWD)
    await expect.poll(counts, PATIENCE).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 })
    const failures = lines.filter(({ event, queue }) => event === "job.failed" && queue === "mail")
    expect(failures.map(({ job }) => job)).toEqual(["send-order-receipt-email", "send-order-receipt-email"])
  })

  it("leave one that will always fail with the failed ones, for ops to start again", {
    tags: ["JOB-3"],
  }, async () => {
    relay((jobs) => addJobs(queues, jobs))
    const eventIds = ["evt_1", "evt_2"]
    await database.db.transaction((tx) =>
      emitAll(
        tx,
        eventIds.map((eventId) => ["payment.eventReceived", { eventId }]),
      ),
    )
    await database.pool.query(
      `insert into stripe_events (id, type, object_id, created_at, received_at)
       select id, 'payment_intent.succeeded', 'pi_' || id, now(), now() from unnest($1::text[]) id
       on conflict (id) do update set processed_at = null`,
      [eventIds],
    )
    await expect.poll(open, PATIENCE).toBe(0)
    const payments = {
      async findPayment(id: string) {
        if (id === "pi_evt_1") throw new DomainError("not_found", "There is no such payment.")
        return { id, checkoutId: null }
      },
    } as unknown as Payments
    const workers = await startWorkers({
      ...quietly,
      backend,
      context: () => systemCtx(database, { ports: { payments } }),
    })
    running.push(workers)
    await expect
      .poll(async () => (await queues.money.getFailed(0, 9)).map(({ name, data }) => [name, data]), PATIENCE)
      .toEqual([["process-payment-event", { eventId: "evt_1" }]])
    const { rows } = await database.pool.query("select id from stripe_events where processed_at is not null")
    expect(rows).toEqual([{ id: "evt_2" }])
  })

  it("are there once when the relay falls over behind the handover", { tags: ["JOB-1"] }, async () => {
    const sent: EmailMessage[] = []
    let handovers = 0
    const clumsy = relay(async (jobs) => {
      handovers += 1
      await addJobs(queues, jobs)
      if (handovers === 1) await happen(orderIds.slice(6))
      if (handovers < 3) throw new Error("fell over after the handover, before the commit")
    })
    await happen(orderIds.slice(0, 6))
    await expect.poll(open, PATIENCE).toBe(0)
    await clumsy.stop()
    await work(async (message) => void sent.push(message))
    await expect.poll(() => sent.length, PATIENCE).toBe(2 * CROWD)
    await expect.poll(counts, PATIENCE).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 })
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2 * CROWD)
  })
})
