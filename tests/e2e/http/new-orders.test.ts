import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { orders } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("stays on top of every page of a seller until Got it, without JavaScript, several as a count", {
  tags: ["REACH-107"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { priceCents: 450 })
  const bought = { customer: await aCustomer(db), market, product }
  const first = await anOrder(db, { ...bought, quantity: 2 })
  const second = await anOrder(db, bought)
  const third = await anOrder(db, bought)
  const unseen = (id: string) => db.update(orders).set({ acknowledgedAt: null }).where(eq(orders.id, id))
  await unseen(first.id)
  const seller = await visitor(server, market.actor)
  const page = await seller.open("/all-my-products")
  expect(page.get("complementary", "New orders").textContent).toMatch(
    new RegExp(`New order ${first.number}: \\w+, pickup .+, 2 items, you receive \\$8\\.58`),
  )
  const after = await page.press("Got it")
  expect(after.path).toBe("/all-my-products")
  expect(after.text).not.toContain("Got it")
  await unseen(second.id)
  await unseen(third.id)
  const orderPage = `/order-seller?OrderID=${first.id}`
  const several = await seller.open(orderPage)
  expect(several.get("complementary", "New orders").textContent).toContain("2 new orders")
  expect((await several.press("Got it")).path).toBe(orderPage)
  expect((await seller.open("/marketOrders")).text).not.toContain("new orders")
  expect(
    (await seller.post("/new-orders", { intent: "acknowledge", orderIds: crypto.randomUUID() })).status,
  ).toBe(404)
})
