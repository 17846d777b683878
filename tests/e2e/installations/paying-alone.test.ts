import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { ledgerEntries, orders, stripeEvents } from "#db/schema/index.ts"
import { aShopper, beginPayment, confirmCard, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { useServer } from "#tests/support/server.ts"

const server = useServer()

const ordersOf = (userId: string) =>
  server.database.db.select().from(orders).where(eq(orders.customerId, userId))

/** A customer whose card is charged and whose browser never requests /pay/return. */
async function chargedAndGone() {
  const { melon } = await twoMarkets(server.database.db)
  const { shopper, customer } = await aShopper(server, [{ productId: melon.id }])
  await proceed(shopper, "Pick up")
  const { clientSecret } = await beginPayment(shopper)
  expect(await confirmCard(server, clientSecret!)).toBe("succeeded")
  return customer
}

describe("the card is charged and the browser never comes back", { tags: ["PAY-23"] }, () => {
  it("because the tab was closed: late, doubled, shuffled webhooks make one order", async () => {
    const customer = await chargedAndGone()
    await expect.poll(() => ordersOf(customer.userId), { timeout: 20_000 }).toHaveLength(1)
    const { db } = server.database
    // Every event of the payment has arrived and been processed, and there is still one order, booked once.
    const open = async () => (await db.select().from(stripeEvents)).filter((event) => !event.processedAt)
    await expect.poll(open, { timeout: 20_000 }).toHaveLength(0)
    const [order, ...more] = await ordersOf(customer.userId)
    expect(more).toHaveLength(0)
    const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order!.id))
    const booked = entries.reduce((sum, entry) => sum + entry.amountCents, 0)
    expect(booked).toBe(order!.totalCents - order!.processorFeeCents)
  })

  it("because everything was killed with -9: after the restart the order is there", async () => {
    const customer = await chargedAndGone()
    await server.crash()
    await server.restart()
    await expect.poll(() => ordersOf(customer.userId), { timeout: 90_000 }).toHaveLength(1)
  }, 150_000)
})
