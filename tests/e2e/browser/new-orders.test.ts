import { eq } from "drizzle-orm"
import { it } from "vitest"
import { notify } from "#core/notifications/notify.server.ts"
import { orders } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const browser = useBrowser()

it("shows a new order on an open page, counts it in the title, sounds once it may, and ends with Got it", {
  tags: ["REACH-107"],
}, async () => {
  const { db } = server.database
  const { market, page } = await aSeller(server, browser)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const customer = await aCustomer(db)
  await page.addInitScript(() => {
    const played: number[] = []
    Object.assign(window, { played })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      played.push(this.frequency.value)
      start.call(this, at)
    }
  })
  await page.goto("/marketOrders")
  await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
  const arrive = async () => {
    const order = await anOrder(db, { customer, market, product })
    await db.update(orders).set({ acknowledgedAt: null }).where(eq(orders.id, order.id))
    await db.transaction((tx) =>
      notify(tx, { userId: market.actor.userId, role: "seller", orderId: order.id, message: "New order." }),
    )
  }
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length)
  await arrive()
  const card = page.getByRole("complementary", { name: "New orders" })
  await expect(card).toContainText("you receive")
  await expect(page).toHaveTitle(/^(\w+: )?\(1\) /)
  expect(await played()).toBe(0)
  await card.getByRole("button", { name: "Turn on sound" }).click()
  await expect(card.getByRole("button", { name: "Turn off sound" })).toBeVisible()
  await expect.poll(played).toBe(2)
  await arrive()
  await expect(card).toContainText("2 new orders")
  await expect(page).toHaveTitle(/^(\w+: )?\(2\) /)
  await expect.poll(played).toBe(4)
  await card.getByRole("button", { name: "Got it" }).click()
  await expect(card).toHaveCount(0)
  await expect(page).not.toHaveTitle(/\(\d\)/)
})
