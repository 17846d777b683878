import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { orderLines, orders, variants } from "#db/schema/index.ts"
import { systemCtx } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSale({ fulfilment = "pickup" as "pickup" | "delivery", quantity = 3 } = {}) {
  const { db } = server.database
  const market = await aMarket(db)
  const customer = await aCustomer(db)
  const product = await aProduct(db, market, { name: "Brown eggs", priceCents: 600, stock: 5 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity })
  const seller = await visitor(server, market.actor)
  return { order, customer, product, seller, market, path: `/pack-order?OrderDetails=${order.id}` }
}

const orderRow = async (id: string) =>
  (await server.database.db.select().from(orders).where(eq(orders.id, id)))[0]!
const lineOf = async (orderId: string) =>
  (await server.database.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)))[0]!

describe("packing an order", { tags: ["PACK-4", "NOJS-5"] }, () => {
  it("as ordered takes one check and one step, from the order's page", async () => {
    const { seller, order } = await aSale()
    const details = await seller.open(`/marketOrderDetails?OrderDetails=${order.id}`)
    const page = await details.follow(/^Start packing/)
    expect(page.text).toContain("0 of 1 dealt with")
    const checked = await page.press("3 × Brown eggs as ordered")
    expect(checked.text).toContain("1 of 1 dealt with")
    const packed = await checked.press("Ready to pick up", { Bags: "2" })
    expect(packed.text).toContain("Packed in 2 bags.")
    expect(await orderRow(order.id)).toMatchObject({ status: "ready to pick up", bags: 2 })
    const undone = await packed.press("Undo")
    expect(undone.text).toContain("1 of 1 dealt with")
    expect(await orderRow(order.id)).toMatchObject({ status: "pending", packedAt: null })
    const open = await undone.press("3 × Brown eggs dealt with")
    expect(open.text).toContain("0 of 1 dealt with")
    expect(
      (await seller.open(`/order-seller?OrderID=${order.id}`)).all("link", "Start packing"),
    ).toHaveLength(1)
  })

  it("with one missing shows the refund and the new sum, and then its customer reads what was packed", async () => {
    const { seller, order, customer, path } = await aSale()
    const less = await (await seller.open(path)).press("One less: Brown eggs")
    expect(less.text).toContain("1 missing: refund $6.13")
    expect(less.text).toContain("Order is now$12.27")
    const packed = await less.press("Ready to pick up")
    expect(packed.text).toContain("$6.13 is refunded to the customer.")
    const later = new Date(Date.now() + 10_000)
    await settlePacking(systemCtx(server.database, { now: () => later }), { orderId: order.id })
    const bought = await (await visitor(server, customer.actor)).open(`/order?OrderID=${order.id}`)
    expect(bought.text).toContain("2 of 3, 1 was missing: refunded $6.13")
    const sold = await seller.open(`/order-seller?OrderID=${order.id}`)
    expect(sold.text).toContain("Brown eggs: 2 of 3, 1 was missing.")
    expect((await seller.open(path)).text).toContain("Order is now$12.27")
  })

  it("sets the stock of what is out to 0 unless that is unticked", async () => {
    const stockOf = async (productId: string) =>
      (await server.database.db.select().from(variants).where(eq(variants.productId, productId)))[0]?.stock
    const out = await aSale()
    const page = await (await out.seller.open(out.path)).press("Out of stock: Brown eggs")
    expect(page.text).toContain("Removed: refund $18.40")
    expect(page.all("button", "Cancel this order")).toHaveLength(1)
    expect(await stockOf(out.product.id)).toBe(0)
    const kept = await aSale()
    await (await kept.seller.open(kept.path)).press("Out of stock: Brown eggs", { "Set stock to 0": false })
    expect(await stockOf(kept.product.id)).toBe(5)
    expect(await lineOf(kept.order.id)).toMatchObject({ packedQuantity: 0, differenceReason: "out of stock" })
  })

  it("does not overwrite what another phone entered meanwhile", async () => {
    const { seller, order, path } = await aSale()
    const [rosas, lenas] = [await seller.open(path), await seller.open(path)]
    await rosas.press("One less: Brown eggs")
    const conflict = await lenas.press("3 × Brown eggs as ordered")
    expect(conflict.status).toBe(422)
    expect(conflict.text).toContain("Brown eggs: another phone entered 2. Nothing was changed.")
    expect((await lineOf(order.id)).packedQuantity).toBe(2)
  })

  it("packs the open lines as ordered in one step, rejects no bags, and is over once handed over", async () => {
    const { seller, path, order } = await aSale({ fulfilment: "delivery" })
    const page = await seller.open(path)
    const none = await page.press("All as ordered: packed", { Bags: "0" })
    expect(none.errorAt("Bags")).toBe("An order needs a bag.")
    expect((await page.press("All as ordered: packed")).text).toContain("Packed in 1 bag.")
    await server.database.db.update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id))
    const over = await seller.open(path)
    expect(over.text).toContain("This order is delivered. There is nothing left to pack.")
    expect(over.all("button", /Undo|Packed/)).toEqual([])
  })
})

it("weighs what is priced by final weight, and its customer pays for that", {
  tags: ["PACK-6", "NOJS-5"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const customer = await aCustomer(db)
  const facts = { unit: "lb", unitAmount: 3, byWeight: true } as const
  const product = await aProduct(db, market, { name: "Pork shoulder", priceCents: 1800, stock: 5, ...facts })
  const order = await anOrder(db, { customer, market, product, quantity: 2 })
  const seller = await visitor(server, market.actor)
  const page = await seller.open(`/pack-order?OrderDetails=${order.id}`)
  expect(page.text).toContain("Real weight, at most 6 lb")
  const notWeighed = await page.press("All as ordered: ready to pick up")
  expect(notWeighed.text).toContain("Enter the weight of Pork shoulder first.")
  const [label, save] = ["Real weight, at most 6 lb", "Save the weight: Pork shoulder, 3 lb, by final weight"]
  const tooMuch = await notWeighed.press(save, { [label]: "6.5" })
  expect(tooMuch.text).toContain("The customer pays for at most 6 lb.")
  const weighed = await tooMuch.press(save, { [label]: "5.4" })
  expect(weighed.text).toContain("5.4 lb of 6 lb: refund")
  await weighed.press("Ready to pick up")
  const later = new Date(Date.now() + 10_000)
  await settlePacking(systemCtx(server.database, { now: () => later }), { orderId: order.id })
  const bought = await (await visitor(server, customer.actor)).open(`/order?OrderID=${order.id}`)
  expect(bought.text).toContain("5.4 lb of 6 lb: refunded $3.64")
})
