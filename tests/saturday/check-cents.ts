import { asc, eq } from "drizzle-orm"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { checkouts, orderLines, orders, refunds } from "#db/schema/index.ts"
import { until } from "#tests/e2e/api-journey/client.ts"
import { systemCtx } from "#tests/support/database.ts"
import type { Site } from "#tests/support/server.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { BY_WEIGHT, POUNDS_EACH, PRODUCTS } from "./day.ts"
import type { PlacedOrder } from "./place-order.ts"

/**
 * Compares each order with its card payment in the sandbox and with the ledger: what was paid, what was refunded, and the
 * price of what the customer got. Waits until the refunds are done. Returns one sentence for each difference.
 */
export async function checkCents(site: Site, placed: readonly PlacedOrder[]): Promise<string[]> {
  const faults: string[] = []
  for (const order of placed) faults.push(...(await checkOrder(site, order)))
  const ours = new Set(placed.map(({ id }) => id))
  const books = await checkLedger(systemCtx(site.database))
  for (const { orderId, bookedCents, expectedCents } of books.filter((fault) => ours.has(fault.orderId)))
    faults.push(`The books of order ${orderId} say ${bookedCents} cents, and should say ${expectedCents}.`)
  return faults
}

async function checkOrder(site: Site, order: PlacedOrder): Promise<string[]> {
  const { db } = site.database
  const missing = missingCents(order)
  const rows = await until(`the refunds of order ${order.number}`, async () => {
    const made = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
    return made.every(({ status }) => status === "done") && made.length === (missing > 0 ? 1 : 0) && [made]
  })
  const refunded = rows[0]?.reduce((sum, { amountCents }) => sum + amountCents, 0) ?? 0
  const refundedItems = rows[0]?.reduce((sum, { itemsCents }) => sum + itemsCents, 0) ?? 0
  const [row] = await db
    .select({ total: orders.totalCents, payment: checkouts.stripePaymentIntentId })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(orders.id, order.id))
  const intent = await sandboxOf(site).stripe.paymentIntents.retrieve(row?.payment ?? "", {
    expand: ["latest_charge"],
  })
  const charge = intent.latest_charge
  const [paidBack, charged] = typeof charge === "object" ? [charge?.amount_refunded, charge?.amount] : []
  const said = (what: string, is: unknown, wanted: unknown) =>
    is === wanted ? [] : [`Order ${order.number}: ${what} ${is}, and should be ${wanted}.`]
  return [
    ...said("the card was charged", charged, row?.total),
    ...said("the card got back", paidBack, refunded),
    ...said("the items refunded are", refundedItems, missing),
    ...said("the lines packed are", await packedText(db, order.id), wantedText(order)),
  ]
}

/** The price of what the customer paid for and did not get, without its tax. */
function missingCents({ trouble, items }: PlacedOrder): number {
  if (!trouble) return 0
  const price = PRODUCTS[trouble.of]
  const ordered = items.find(([name]) => name === trouble.of)?.[1] ?? 0
  if (trouble.kind === "shortage") return (ordered - trouble.packed) * price
  if (trouble.kind === "weight")
    return ordered * price - Math.round((ordered * price * trouble.pounds) / (ordered * POUNDS_EACH))
  return (price - (trouble.answer === "yes" ? PRODUCTS[trouble.by] : 0)) * ordered
}

async function packedText(db: Site["database"]["db"], orderId: string): Promise<string> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.productName))
  return lines.map((line) => `${line.productName} ${line.packedAmount ?? line.packedQuantity}`).join(", ")
}

function wantedText({ items, trouble }: PlacedOrder): string {
  const packed = items.map(([name, quantity]): [string, number] => {
    if (trouble?.of !== name) return [name, name === BY_WEIGHT ? quantity * POUNDS_EACH : quantity]
    if (trouble.kind === "shortage") return [name, trouble.packed]
    return [name, trouble.kind === "weight" ? trouble.pounds : 0]
  })
  if (trouble?.kind === "replacement" && trouble.answer === "yes")
    packed.push([trouble.by, items.find(([name]) => name === trouble.of)?.[1] ?? 0])
  return packed
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")
}
