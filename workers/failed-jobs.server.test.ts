import { expect, it } from "vitest"
import { users } from "#db/schema/index.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hearLog } from "#tests/support/log.ts"
import { addJobs } from "./add-jobs.ts"
import { QUEUE_NAMES } from "./queues.ts"
import { startWorkers } from "./start-workers.ts"

const database = useDatabase({ connections: 4 })
const SOMEBODY = { name: "Hidden Heron", email: "hidden.heron@example.test" }
const REASON = /Failed query \(23505 duplicate key/

it("keeps the values of a failed query out of the stored job and of the log", {
  tags: ["PRIV-8"],
}, async () => {
  const { db } = database
  await db.insert(users).values(SOMEBODY)
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const { id: orderId } = await anOrder(db, sold)
  const send = async () => void (await db.insert(users).values(SOMEBODY))
  const lines = hearLog()
  const backend = await postgresBackend({ connectionString: database.url, workers: QUEUE_NAMES.length })
  const workers = await startWorkers({
    backend,
    context: () => systemCtx(database, { ports: { mail: { siteUrl: "http://test", send } } }),
    publish: async () => {},
    listen: () => ({ stop: async () => {} }),
  })
  try {
    const { mail } = workers.queues
    await addJobs(workers.queues, [{ id: "receipt", name: "send-order-receipt-email", payload: { orderId } }])
    // Sweeps fail here too, since they have no provider to call.
    const ofReceipt = () => lines.filter(({ jobId }) => jobId === "receipt")
    await expect.poll(() => ofReceipt().length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain(SOMEBODY.email)
    for (const { error } of ofReceipt()) expect(error?.message).toMatch(REASON)
    const stored = await mail.getJob("receipt")
    expect(JSON.stringify(stored)).not.toContain(SOMEBODY.email)
    expect(stored?.failedReason).toMatch(REASON)
    expect(stored?.stacktrace?.join()).toMatch(REASON)
  } finally {
    await workers.stop()
    await backend.close()
  }
})
