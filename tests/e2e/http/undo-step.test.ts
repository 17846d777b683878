import { eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { TOO_LATE } from "#core/orders/undo.ts"
import { history, orders } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSale(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = server.database
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const order = await anOrder(db, { ...sold, fulfilment })
  const seller = await visitor(server, market.actor)
  const rowNow = async () => (await db.select().from(orders).where(eq(orders.id, order.id)))[0]!
  return { order, seller, rowNow, page: await seller.open(`/order-seller?OrderID=${order.id}`) }
}

describe("the next step of an order, without JavaScript", { tags: ["UNDO-6", "UNDO-1"] }, () => {
  it("is one button, and an Undo button moves it back", async () => {
    const { order, page, rowNow } = await aSale()
    const ready = await page.press(/^Ready to pick up/)
    expect(ready.text).toContain(`Order ${order.number} is ready to pick up.`)
    expect((await rowNow()).status).toBe("ready to pick up")
    const undone = await ready.press(/^Undo/)
    expect(undone.text).toContain(`Undone. Order ${order.number} is where it was before.`)
    expect(undone.all("button", /^Undo/)).toEqual([])
    expect((await rowNow()).status).toBe("pending")
  })

  it("is on the order's card and on its items too, with Undo", { tags: ["UNDO-6"] }, async () => {
    const { order, seller, rowNow } = await aSale()
    await server.database.db.update(orders).set({ packedAt: new Date() }).where(eq(orders.id, order.id))
    for (const path of ["/marketOrders", `/marketOrderDetails?OrderDetails=${order.id}`]) {
      const ready = await (await seller.open(path)).press(/^Ready to pick up/)
      expect([path, ready.path.startsWith(path)]).toEqual([path, true])
      expect((await rowNow()).status).toBe("ready to pick up")
      const undone = await ready.press(/^Undo/)
      expect(undone.text).toContain(`Undone. Order ${order.number} is where it was before.`)
      expect((await rowNow()).status).toBe("pending")
    }
  })

  it("begins with packing on the order's card", { tags: ["UNDO-6"] }, async () => {
    const { order, seller } = await aSale()
    const list = await seller.open("/marketOrders")
    const packing = await list.follow(`Start packing, order ${order.number}`)
    expect(packing.get("link", "All orders").getAttribute("href")).toBe(`/marketOrders#order-${order.number}`)
  })

  it("hands over with the customer's code or without it, and the page shows which", {
    tags: ["UNDO-4"],
  }, async () => {
    const { order, page, rowNow } = await aSale()
    const ready = await page.press(/^Ready to pick up/)
    const wrong = await ready.press("Hand over", { "Confirmation code": "K7QF-3M2X" })
    expect([wrong.status, wrong.text.includes("That is not this order's code.")]).toEqual([422, true])
    const code = order.confirmation.toLowerCase()
    const handed = await wrong.press("Hand over", { "Confirmation code": code })
    expect(handed.text).toContain(`Order ${order.number} is handed over.`)
    expect(handed.text).toContain("Picked up with the customer's code.")
    const again = await handed.press(/^Undo/)
    expect((await rowNow()).handedOverWith).toBeNull()
    const without = await again.press("Without code")
    expect(without.text).toContain("Picked up without the customer's code.")
  })

  it("offers a delivery's two choices and its end, and rejects an undo that comes late", {
    tags: ["UNDO-3"],
  }, async () => {
    const { order, page, rowNow } = await aSale("delivery")
    expect(page.get("button", /^Send a courier/)).toBeTruthy()
    const own = await page.press(/^Deliver it ourselves/)
    const delivered = await own.press(/^Mark delivered/)
    await server.database.db
      .update(history)
      .set({ at: sql`${history.at} - interval '11 seconds'` })
      .where(eq(history.orderId, order.id))
    const late = await delivered.press(/^Undo/)
    expect([late.status, late.text.includes(TOO_LATE)]).toEqual([422, true])
    expect((await rowNow()).status).toBe("delivered")
  })
})
