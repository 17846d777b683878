import { existsSync, readdirSync } from "node:fs"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { mailDirectory } from "#server/adapters/mail/file-mail.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { redisBackend } from "#server/adapters/queues/redis-backend.ts"
import { systemCtx } from "#tests/support/database.ts"
import { QUEUE_NAMES } from "#workers/queues.ts"
import type { Cluster } from "./cluster.ts"
import { until } from "./program.ts"

/** Compares cluster and card provider at the end. Every count except `orders` must be zero. */
export interface Books {
  orders: number
  /** Payments that succeeded and were not refunded, without exactly one order for each of their markets. */
  paidWithoutOrder: number
  /** Orders whose payment the provider does not have. */
  orderWithoutPayment: number
  doubledOrders: number
  ledgerFaults: number
  /** Held or sold units that the stock does not account for. */
  stockFaults: number
  /** Events that were never dispatched, and jobs that failed or are still waiting. */
  openEvents: number
  failedJobs: number
  openJobs: number
  /** Orders without exactly one receipt for the customer and one email for the seller. */
  missingEmails: number
}

const CALM_MS = 120_000
const BETWEEN_MS = 400

/** Waits until no work is left, then adds everything up. */
export async function closeBooks(
  cluster: Cluster,
  options: { messages?: () => number } = {},
): Promise<Books> {
  const { messages = () => countEmails(cluster.dataDir) } = options
  // Checks twice in a row, because finished work may start new work.
  let calmFor = 0
  const calm = async () => {
    calmFor = (await isCalm(cluster)) ? calmFor + 1 : 0
    await Bun.sleep(BETWEEN_MS)
    return calmFor >= 3
  }
  await until("everything to be done", calm, CALM_MS).catch(() => undefined)
  const jobs = await countJobs(cluster)
  const { pool } = cluster.database
  const { rows } = await pool.query<Record<string, string>>(SUMS)
  const sums = rows[0] ?? {}
  const payments = await succeededPayments(cluster)
  const known = await pool.query<{ intent: string; total: string; orders: string }>(PAID_CHECKOUTS)
  const byIntent = new Map(known.rows.map((row) => [row.intent, row]))
  return {
    orders: Number(sums.orders),
    paidWithoutOrder: payments.filter(({ id, amount }) => Number(byIntent.get(id)?.total) !== amount).length,
    orderWithoutPayment: known.rows.filter(({ intent }) => !payments.some(({ id }) => id === intent)).length,
    doubledOrders: Number(sums.doubled),
    ledgerFaults: (await checkLedger(systemCtx(cluster.database))).length,
    stockFaults: Number(sums.stock_faults),
    openEvents: Number(sums.open_events),
    failedJobs: jobs.failed,
    openJobs: jobs.open,
    missingEmails: Number(sums.orders) * 2 - messages(),
  }
}

const SUMS = `select
  (select count(*) from orders) orders,
  (select count(*) from outbox where queued_at is null or published_at is null) open_events,
  (select count(*) from (select 1 from orders group by checkout_id, market_id having count(*) > 1) twice)
    + (select count(*) from checkouts c where status = 'completed' and (select count(*) from orders o where o.checkout_id = c.id)
        <> (select count(*) from checkout_markets m where m.checkout_id = c.id)) doubled,
  (select count(*) from variants v where stock <> 100000
    - coalesce((select sum(l.quantity) from checkout_lines l join checkouts c on c.id = l.checkout_id
        where l.variant_id = v.id and c.status in ('open', 'paying', 'completed')), 0)) stock_faults`

const PAID_CHECKOUTS = `select c.stripe_payment_intent_id intent, sum(o.total_cents) total, count(*) orders
  from checkouts c join orders o on o.checkout_id = c.id group by 1`

async function isCalm(cluster: Cluster): Promise<boolean> {
  const { rows } = await cluster.database.pool.query<{ open: string }>(
    `select (select count(*) from outbox where queued_at is null or published_at is null)
       + (select count(*) from checkouts where status = 'paying') open`,
  )
  if (Number(rows[0]?.open) > 0 || (await pendingWebhooks(cluster)) > 0) return false
  return (await countJobs(cluster)).open === 0
}

async function pendingWebhooks({ sandbox }: Cluster): Promise<number> {
  const answer = await fetch(`${sandbox.url}/_sandbox/deliveries?state=pending`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  })
  return ((await answer.json()) as { deliveries: unknown[] }).deliveries.length
}

/** Counts jobs without sweeps, which repeat forever. */
async function countJobs(cluster: Cluster): Promise<{ open: number; failed: number }> {
  const backend = cluster.redis
    ? redisBackend(cluster.redis.url)
    : await postgresBackend({ connectionString: cluster.databaseUrl, workers: 0 })
  const counts = { open: 0, failed: 0 }
  for (const name of QUEUE_NAMES.filter((name) => name !== "sweeps")) {
    const queue = await backend.queue(name)
    queue.on("error", () => {})
    const found = await queue.getJobCounts("waiting", "prioritized", "active", "failed", "delayed")
    counts.open +=
      (found.waiting ?? 0) + (found.prioritized ?? 0) + (found.active ?? 0) + (found.delayed ?? 0)
    counts.failed += found.failed ?? 0
    await queue.close()
  }
  await backend.close()
  return counts
}

type Payment = { id: string; amount: number }

async function succeededPayments({ sandbox }: Cluster): Promise<Payment[]> {
  const found: Payment[] = []
  for (let after = ""; ; ) {
    const answer = await fetch(`${sandbox.url}/v1/payment_intents?limit=100${after}`, {
      headers: { authorization: `Bearer ${sandbox.secretKey}` },
    })
    const page = (await answer.json()) as {
      data: { id: string; status: string; amount_received: number }[]
      has_more: boolean
    }
    for (const { id, status, amount_received: amount } of page.data)
      if (status === "succeeded") found.push({ id, amount })
    if (!page.has_more) return found
    after = `&starting_after=${page.data.at(-1)?.id}`
  }
}

/** Counts email files, each named by its job's id. Only orders send emails here. */
function countEmails(dataDir: string): number {
  const directory = mailDirectory(dataDir)
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".eml")).length : 0
}
