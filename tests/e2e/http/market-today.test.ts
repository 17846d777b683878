import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { deliveries, marketCalendars, orders } from "#db/schema/index.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aStall() {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = async (
    firstName: string,
    facts: Partial<typeof orders.$inferInsert> = {},
    fulfilment: "pickup" | "delivery" = "pickup",
  ) => {
    const customer = await aCustomer(db, { firstName })
    const made = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
    if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, made.id))
    return made
  }
  return { market, order, seller: await visitor(server, market.actor) }
}

const tabs = (page: HtmlPage) =>
  page.all("link", undefined, page.get("navigation", "Stages")).map(({ textContent }) => textContent)
const card = ({ document }: HtmlPage, { number }: { number: number }) =>
  document.getElementById(`order-${number}`)!
const rowOf = async ({ id }: { id: string }) =>
  (await server.database.db.select().from(orders).where(eq(orders.id, id)))[0]!

describe("a seller's working page, without JavaScript", { tags: ["NOJS-5"] }, () => {
  it("leads an order from Got it to Done, and each step moves it to the next stage", {
    tags: ["TODAY-1", "TODAY-4", "UNDO-4"],
  }, async () => {
    const { order, seller } = await aStall()
    const fresh = await order("Priya", {
      acknowledgedAt: null,
      note: "Ripe ones, please.",
      replacement: "refund",
    })
    const dashboard = await seller.open("/all-my-products")
    const today = await dashboard.follow("Today", dashboard.get("navigation", "Your market"))
    expect([today.path, tabs(today)]).toEqual([
      "/market-today",
      ["1 New", "0 To pack", "0 Ready", "0 With courier", "0 Done"],
    ])
    // The card takes the place of the bar that other pages have.
    expect(today.all("complementary", "New orders")).toEqual([])
    const shown = card(today, fresh).textContent
    for (const text of ["Pickup", "Priya", "2Sugar melon", "Ripe ones, please.", "Refund it", "$8.58"])
      expect(shown).toContain(text)
    expect(shown).not.toContain("Parks")

    const seen = await today.press(`Got it, order ${fresh.number}`)
    expect(tabs(seen)).toEqual(["0 New", "1 To pack", "0 Ready", "0 With courier", "0 Done"])
    const packing = await seen.follow(`Start packing, order ${fresh.number}`)
    const packed = await (await packing.press("2 × Sugar melon as ordered")).press("Ready to pick up")
    const back = await packed.follow("Back to Today")
    expect(back.path).toBe(`/market-today#order-${fresh.number}`.split("#")[0])
    expect(tabs(back)).toEqual(["0 New", "0 To pack", "1 Ready", "0 With courier", "0 Done"])

    const ready = await back.follow(/Ready/, back.get("navigation", "Stages"))
    const wrong = await ready.press("Hand over", { "Confirmation code": "K7QF-3M2X" }, card(ready, fresh))
    expect([wrong.status, wrong.text.includes("That is not this order's code.")]).toEqual([422, true])
    const handed = await wrong.press("Without code", {}, card(wrong, fresh))
    expect(handed.text).toContain(`Order ${fresh.number} is handed over.`)
    expect(handed.text).toContain("No order is waiting for its customer.")
    const undone = await handed.press(/^Undo/)
    expect(card(undone, fresh)).toBeTruthy()
    await undone.press("Without code", {}, card(undone, fresh))
    const done = await seller.open("/market-today?stage=done")
    expect(card(done, fresh).textContent).toMatch(/Picked up .+, without code/)
    expect(done.all("button", undefined, card(done, fresh))).toEqual([])
    expect(done.text).toContain("You receive$8.58")
  })

  it("offers a delivery's next step once it is packed, by whom it is delivered", {
    tags: ["TODAY-1", "TODAY-4"],
  }, async () => {
    const { order, seller } = await aStall()
    const packedAt = new Date()
    const own = await order("Ana", { packedAt }, "delivery")
    const waiting = await order("Dana", { packedAt, status: "waiting" }, "delivery")
    const platform = { hasDeliverer: false }
    await server.database.db.update(deliveries).set(platform).where(eq(deliveries.orderId, waiting.id))
    const ready = await seller.open("/market-today?stage=ready")
    expect(card(ready, own).textContent).toContain("to 10118")
    const started = await ready.press(`Deliver it ourselves, order ${own.number}`)
    expect(card(started, own).textContent).toContain("You deliver")
    await started.press(`Mark delivered, order ${own.number}`)
    expect((await rowOf(own)).status).toBe("delivered")
    const courier = await seller.open("/market-today?stage=courier")
    expect(card(courier, waiting).textContent).toContain("Waiting for a courier.")
  })

  it("groups what is to pack by its window, with what is late first, and keeps later days apart", {
    tags: ["TODAY-1"],
  }, async () => {
    const { order, seller } = await aStall()
    const at = (ms: number) => new Date(Date.now() + ms)
    const late = await order("Nora", { dueAt: at(-6 * MINUTE_MS) })
    const later = await order("Luis", { dueAt: at(72 * HOUR_MS) })
    const page = await seller.open("/market-today")
    expect(card(page, late).textContent).toContain("6 min late")
    expect(page.get("heading", "Now 1 late")).toBeTruthy()
    expect(card(page, later)).toBeNull()
    const [day] = page.all("link", undefined, page.get("region", "To pack later"))
    const then = await seller.open(day!.getAttribute("href")!)
    expect(card(then, later).textContent).toContain("in 2 days")
  })

  it("says that there is nothing to do in a stage, and that the market is paused", {
    tags: ["TODAY-1"],
  }, async () => {
    const { market, seller } = await aStall()
    expect((await seller.open("/market-today")).text).toContain("Nothing to pack for today.")
    for (const [stage, text] of [
      ["new", "No new orders."],
      ["ready", "No order is waiting for its customer."],
      ["courier", "No order is with a courier."],
      ["done", "No order is done yet today."],
    ])
      expect((await seller.open(`/market-today?stage=${stage}`)).text).toContain(text)
    await aCalendar(server.database.db, market, {})
    await server.database.db
      .update(marketCalendars)
      .set({ pausedAt: new Date(), pauseReason: "Away." })
      .where(eq(marketCalendars.marketId, market.id))
    const paused = await seller.open("/market-today")
    expect(paused.text).toContain("Customers can't order from you meanwhile.")
    expect((await paused.follow("Change the pause")).path).toBe("/my-market")
  })

  it("finds an order of any stage by first name, number, product or phone, and leads to all orders", {
    tags: ["TODAY-2"],
  }, async () => {
    const { order, seller } = await aStall()
    const ready = await order("Marcus", { status: "ready to pick up" })
    const other = await order("Ana", {}, "delivery")
    const page = await seller.open("/market-today")
    const find = (search: string) =>
      page.press("Search", { "Name, order number, code, product or phone number": search })
    const byName = await find("marcus")
    expect(byName.get("heading", "1 order matches “marcus”")).toBeTruthy()
    expect([card(byName, ready) !== null, card(byName, other)]).toEqual([true, null])
    expect(tabs(byName)).toEqual(["0 New", "0 To pack", "1 Ready", "0 With courier", "0 Done"])
    expect(card(await find(`#${other.number}`), other)).toBeTruthy()
    expect(card(await find("0111"), other)).toBeTruthy()
    expect((await find("sugar")).text).toContain("2 orders match")
    const none = await find("nobody")
    expect(none.text).toContain("No order of today matches “nobody”")
    expect((await none.follow("Search all orders")).path).toBe("/marketOrders?q=nobody")
    expect((await byName.follow("Clear")).path).toBe("/market-today")
  })

  it("makes a step for all chosen orders, names those that could not make it, and rejects none chosen", {
    tags: ["TODAY-3"],
  }, async () => {
    const { order, seller } = await aStall()
    const [one, two] = [await order("Nora"), await order("Marcus")]
    const [three, four] = [await order("Ana"), await order("Luis")]
    const page = await seller.open("/market-today")
    const none = await page.press("Ready to pick up", {}, page.get("form", "Several orders"))
    expect([none.status, none.text.includes("Choose orders first.")]).toEqual([422, true])
    await server.database.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, two.id))
    const done = await page.press(
      "Ready to pick up",
      Object.fromEntries([one, two].map(({ number }) => [`Choose order ${number}`, true])),
      page.get("form", "Several orders"),
    )
    expect(done.text).toContain(`Order ${one.number} is ready to pick up. Order ${two.number}: `)
    expect((await rowOf(one)).status).toBe("ready to pick up")
    expect((await rowOf(three)).status).toBe("pending")
    const again = await seller.open("/market-today")
    const both = await again.press(
      "Ready to pick up",
      Object.fromEntries([three, four].map(({ number }) => [`Choose order ${number}`, true])),
      again.get("form", "Several orders"),
    )
    expect(both.text).toContain("2 orders are ready to pick up.")
    const undone = await both.press("Undo: 2 orders")
    expect(undone.text).toContain("Undone for 2 orders.")
    expect([(await rowOf(three)).status, (await rowOf(four)).status]).toEqual(["pending", "pending"])
    const unknown = { intent: "several", step: "setReady", orderIds: crypto.randomUUID() }
    expect((await seller.post("/market-today", unknown)).status).toBe(404)
  })

  it("takes Got it for all new orders at once, and other pages lead to them", {
    tags: ["TODAY-3", "REACH-107"],
  }, async () => {
    const { order, seller } = await aStall()
    for (const name of ["Nora", "Ana"]) await order(name, { acknowledgedAt: null })
    const fresh = await (await seller.open("/marketOrders")).follow(/^2 new orders/)
    expect(fresh.path).toBe("/market-today?stage=new")
    expect((await fresh.press("Got it, all 2 new")).text).toContain("No new orders.")
  })

  it("is where the pages of an order lead back to, at the stage from which it was opened", {
    tags: ["TODAY-4"],
  }, async () => {
    const { order, seller } = await aStall()
    const ready = await order("Marcus", { status: "ready to pick up" })
    const page = await seller.open("/market-today?stage=ready")
    const opened = await page.follow(`Order ${ready.number}`)
    const back = opened.get("link", "Back to Today").getAttribute("href")
    expect(back).toBe(`/market-today?stage=ready#order-${ready.number}`)
    const handed = await opened.press("Without code")
    expect(handed.get("link", "Back to Today").getAttribute("href")).toBe(back)
    expect((await seller.open(`/order-seller?OrderID=${ready.id}&list=//elsewhere.test`)).text).toContain(
      "All orders",
    )
  })
})
