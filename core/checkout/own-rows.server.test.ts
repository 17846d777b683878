import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import { fillCart, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const checkout = useCheckout()
/** Tables that normally have few open rows, but many when something is wrong. */
const GROW = ["checkouts", "stripe_events"]
/** PostgreSQL may cache the plan of a prepared statement starting with its sixth run. */
const TIMES = 6

it("asks for rows by whose they are, never for all that are open, however few the statistics say there are", {
  timeout: 60_000,
  tags: ["PAY-27"],
}, async () => {
  const { db } = checkout.database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { stock: 100, priceCents: 500 })
  const ctx = ctxFor(checkout.database, (await aCustomer(db)).actor, checkout.parts())
  await oldOnes((await aCustomer(db)).userId)
  for (let turn = 0; turn < TIMES; turn++) {
    await fillCart(ctx, [{ productId: product.id }])
    await startCheckout(ctx)
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    expect((await completeCheckout(ctx, paid)).outcome).toBe("completed")
    const id = `evt_${turn}`
    const createdAt = new Date()
    await receiveEvent(checkout.system(), {
      id,
      type: "payout.paid",
      accountId: null,
      objectId: null,
      createdAt,
    })
    await processEvent(checkout.system(), { eventId: id })
  }
  const sent = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  const statements = sent.rows.filter(({ statement }) => GROW.some((table) => statement.includes(table)))
  expect(statements.length).toBeGreaterThan(5)
  const wide = await Promise.all(
    statements.map(async ({ statement }) => ({ statement, scans: await widely(statement) })),
  )
  expect(wide.filter(({ scans }) => scans.length > 0)).toEqual([])
})

/** Finished checkouts and events, and table statistics that only cover those. */
async function oldOnes(customerId: string): Promise<void> {
  const { db } = checkout.database
  await db.execute(sql`
    insert into checkouts (customer_id, status, fulfilment, items_cents, tax_cents, delivery_cents, total_cents, hold_expires_at)
    select ${customerId}, 'completed', 'pickup', 1, 0, 0, 1, now() from generate_series(1, 3000)`)
  await db.execute(sql`
    insert into stripe_events (id, type, created_at, received_at, processed_at)
    select 'evt_old_' || n, 'charge.updated', now(), now(), now() from generate_series(1, 3000) n`)
  await db.execute(sql`vacuum analyze checkouts, stripe_events`)
}

type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Index Cond"?: string
  Plans?: Plan[]
}

/** The scans in a statement's generic plan that read such a table without a condition on the owner of the rows. */
async function widely(statement: string): Promise<string[]> {
  const { rows } = await checkout.database.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (generic_plan, format json) ${statement}`,
  )
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return nodes(rows[0]!["QUERY PLAN"][0].Plan)
    .filter((node) => GROW.includes(node["Relation Name"] ?? "") && /Scan/.test(node["Node Type"]))
    .filter((node) => !node["Index Cond"] && node["Node Type"] !== "Bitmap Heap Scan")
    .map((node) => `${node["Node Type"]} ${node["Relation Name"]} ${node["Index Name"] ?? ""}`)
}
