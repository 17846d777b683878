import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { ledgerEntries, orders, stripeEvents } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useServer } from "#tests/support/server.ts"
import { AUTH_SECRET, payWith, proceed, shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()

const ordersOf = (userId: string) =>
  server.database.db.select().from(orders).where(eq(orders.customerId, userId))

async function chargedAndGone(onReturn: () => Promise<unknown>) {
  const { melon } = await twoMarkets(server.database.db)
  const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id }])
  await proceed(page, "Pick up")
  const left = Promise.withResolvers<void>()
  await page.route("**/pay/return**", async (route) => {
    await onReturn()
    await route.abort()
    left.resolve()
  })
  await payWith(page)
  await left.promise
  await page.close()
  return customer
}

describe("the card is charged and the browser never comes back", () => {
  it("because the tab was closed: late, doubled, shuffled webhooks make one order", async () => {
    const customer = await chargedAndGone(async () => {})
    await expect.poll(() => ordersOf(customer.userId), { timeout: 20_000 }).toHaveLength(1)
    const { db } = server.database
    // Every event of the payment has come and been worked on, and still there is one order, booked once.
    const open = async () => (await db.select().from(stripeEvents)).filter((event) => !event.processedAt)
    await expect.poll(open, { timeout: 20_000 }).toHaveLength(0)
    const [order, ...more] = await ordersOf(customer.userId)
    expect(more).toHaveLength(0)
    const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order!.id))
    const booked = entries.reduce((sum, entry) => sum + entry.amountCents, 0)
    expect(booked).toBe(order!.totalCents - order!.processorFeeCents)
  })

  it("because everything was killed with -9: after the restart the order is there", async () => {
    browser.expectProblem(/./)
    const customer = await chargedAndGone(() => server.crash())
    await server.restart()
    await expect.poll(() => ordersOf(customer.userId), { timeout: 90_000 }).toHaveLength(1)
  }, 150_000)
})
