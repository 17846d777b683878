import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { orderLines, orders } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db
const inHours = (count: number) => new Date(Date.now() + count * HOUR_MS)

/** A market with a pickup of Nora and a delivery to Marcus, two days from now. */
async function twoOrders() {
  const market = await aMarket(db(), { name: `Loop Stall ${crypto.randomUUID().slice(0, 6)}` })
  const product = await aProduct(db(), market, { name: "Sugar melon", priceCents: 450 })
  const startsAt = new Date(Math.floor(inHours(48).getTime() / HOUR_MS) * HOUR_MS)
  const sale = { market, product, window: { startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) } }
  const customers = [
    await aCustomer(db(), { firstName: "Nora" }),
    await aCustomer(db(), { firstName: "Marcus" }),
  ] as const
  const pickup = await anOrder(db(), { ...sale, customer: customers[0], quantity: 2 })
  const delivery = await anOrder(db(), {
    ...sale,
    customer: customers[1],
    quantity: 47,
    fulfilment: "delivery",
  })
  await db().update(orderLines).set({ unit: "lb" }).where(eq(orderLines.productId, product.id))
  await db()
    .update(orders)
    .set({ note: "Ripe ones, please", replacement: "refund" })
    .where(eq(orders.id, pickup.id))
  return { market, product, pickup, delivery, seller: await visitor(server, market.actor) }
}

describe("a seller's pick list", { tags: ["NOJS-5", "SALE-61"] }, () => {
  it("adds up what to pick and for whom, by product and by order, from the list of orders", async () => {
    const { seller, pickup, delivery } = await twoOrders()
    const list = await (await seller.open("/marketOrders")).follow("Pick list")
    expect(list.text).toContain("2 orders, 2 lines, 1 product.")
    const [product] = list.all("listitem").filter((item) => item.className.includes("pick-product"))
    expect(product?.textContent).toContain("49 lb")
    expect(product?.textContent).toContain("Sugar melon")
    expect(product?.textContent).toContain(`2 Nora ${pickup.number}`)
    expect(product?.textContent).toContain(`47 Marcus ${delivery.number}`)
    expect(list.text).toContain("Ripe ones, please")

    const byOrder = await list.follow("By order")
    expect(byOrder.text).toContain("2 lb Sugar melon")
    expect(byOrder.text).toContain("Nora Parks")
    expect(byOrder.text).toContain("If something is out: Refund it")
    expect(byOrder.text).toContain("Delivery to 10118")
    expect((await byOrder.follow("By product")).text).toContain("49 lb")
  })

  it("is narrowed to chosen orders, for which slips and labels are made too", {
    tags: ["SALE-62", "SALE-63"],
  }, async () => {
    const { seller, pickup, delivery } = await twoOrders()
    const byOrder = await seller.open("/pick-list?view=order")
    const chosen = { [`Choose order ${delivery.number}`]: true }
    const list = await byOrder.press("Make a pick list", chosen)
    expect(list.get("heading", "Chosen orders")).toBeTruthy()
    expect(list.text).not.toContain(`Order ${pickup.number}`)
    const labels = await byOrder.press("Labels", chosen)
    expect(labels.all("img", /^QR/).map((image) => image.getAttribute("aria-label"))).toEqual([
      `QR code of order ${delivery.number}`,
    ])
    const slips = await byOrder.press("Packing slips", chosen)
    expect(slips.all("article")).toHaveLength(1)
    expect((await slips.follow("Pick list")).path).toBe(`/pick-list?orders=${delivery.number}`)
  })

  it("leaves out what was picked up, and says when nothing is left", async () => {
    const { seller, pickup, delivery } = await twoOrders()
    await db().update(orders).set({ status: "picked up" }).where(eq(orders.id, pickup.id))
    expect((await seller.open("/pick-list")).text).toContain("47 lb")
    expect((await seller.open("/pick-list?day=2031-02-03")).text).toContain("No open orders for this day.")
    expect((await seller.open("/pick-list?window=2031-02-03T10:00:00.000Z")).text).toContain(
      "No open orders for this time.",
    )
    await db().update(orders).set({ status: "cancelled" }).where(eq(orders.id, delivery.id))
    for (const path of ["/pick-list", "/packing-slips", "/labels"])
      expect((await seller.open(path)).text, path).toContain("You have no open orders to pack.")
  })

  it("shows another market's order nowhere, and names what an address asks for in vain", async () => {
    const [mine, theirs] = [await twoOrders(), await twoOrders()]
    for (const page of ["/pick-list", "/packing-slips", "/labels"]) {
      const { text } = await mine.seller.open(`${page}?orders=${theirs.pickup.number}`)
      expect(text, page).toContain(`Order ${theirs.pickup.number} isn't one of your open orders.`)
      expect(text, page).toContain("None of these orders is open.")
      expect(text, page).not.toContain("Sugar melon")
    }
    const odd = await mine.seller.open("/pick-list?day=someday&window=later&orders=x")
    expect(odd.status).toBe(200)
    expect(odd.text).toContain("This link has a day that doesn't exist.")
    expect(odd.text).toContain("49 lb")
  })
})

describe("checking off on a pick list", { tags: ["PACK-7", "NOJS-5"] }, () => {
  it("packs a product for all who get it, or one line of an order, and opens them again", async () => {
    const { seller, product, pickup, delivery } = await twoOrders()
    const packed = async () => {
      const rows = await db().select().from(orderLines).where(eq(orderLines.productId, product.id))
      return [pickup, delivery].map(({ id }) => rows.find(({ orderId }) => orderId === id)?.packedQuantity)
    }
    const open = await seller.open("/pick-list")
    expect(open.text).toContain("0 of 2 lines picked")
    const picked = await open.press("49 lb Sugar melon picked")
    expect(picked.text).toContain("2 of 2 lines picked")
    expect(await packed()).toEqual([2, 47])
    const page = await seller.open(`/pack-order?OrderDetails=${pickup.id}`)
    expect(page.text).toContain("1 of 1 dealt with")
    const byOrder = await picked.follow("By order")
    await byOrder.press("2 lb Sugar melon picked")
    expect(await packed()).toEqual([null, 47])
    expect((await seller.open("/pick-list")).text).toContain("1 of 2 lines picked")
  })

  it("leaves what another phone packed meanwhile, and says so", async () => {
    const { seller, product, pickup } = await twoOrders()
    const open = await seller.open("/pick-list")
    const less = { packedQuantity: 1 }
    await db().update(orderLines).set(less).where(eq(orderLines.orderId, pickup.id))
    const picked = await open.press("49 lb Sugar melon picked")
    expect(picked.text).toContain("Sugar melon: another phone entered 1. Nothing was changed.")
    const rows = await db().select().from(orderLines).where(eq(orderLines.productId, product.id))
    expect(rows.map(({ packedQuantity }) => packedQuantity).sort()).toEqual([1, 47])
    expect(picked.text).toContain("2 of 2 lines picked")
    expect(picked.get("button", "48 lb Sugar melon picked")).toBeTruthy()
  })

  it("leads to the scale for what is priced by final weight, and shows no box for what is ready", async () => {
    const { seller, product, pickup, delivery } = await twoOrders()
    await db().update(orderLines).set({ byWeight: true }).where(eq(orderLines.orderId, pickup.id))
    await db().update(orders).set({ packedAt: new Date() }).where(eq(orders.id, delivery.id))
    const page = await seller.open("/pick-list")
    expect(page.all("button", /picked$/)).toEqual([])
    expect((await page.follow("Weigh it for Nora")).path).toBe(`/pack-order?OrderDetails=${pickup.id}`)
    const [line] = await db().select().from(orderLines).where(eq(orderLines.productId, product.id))
    const [theirs] = [await twoOrders()]
    const foreign = await theirs.seller.post("/pick-list", { intent: "pick-lines", lineIds: line!.id })
    expect(foreign.status).toBe(404)
  })
})

describe("what is printed for a bag", { tags: ["SALE-62", "SALE-63"] }, () => {
  it("has neither money nor the confirmation code, in the page and its data", async () => {
    const { seller, pickup, delivery } = await twoOrders()
    for (const path of ["/pick-list", "/pick-list?view=order", "/packing-slips", "/labels"]) {
      const { html, document } = await seller.open(path)
      expect(html, path).toContain(String(pickup.number))
      for (const { confirmation } of [pickup, delivery]) expect(html, path).not.toContain(confirmation)
      expect(document.querySelector("main")?.textContent, path).not.toContain("$")
    }
  })

  it("says on a slip what is in the bag, for whom and when, and how to reach the market", async () => {
    const { seller, market, pickup } = await twoOrders()
    const slips = await seller.open("/packing-slips")
    const slip = slips.get("article", `Order ${pickup.number}`).textContent
    for (const text of [
      "Nora Parks",
      "Pickup",
      "2 lb Sugar melon",
      "Ripe ones, please",
      "Refund it",
      `${market.name}, 212-555-0134`,
    ])
      expect(slip).toContain(text)
  })

  it("says on a label the number, the first name alone, pickup or the zip, and which bag it is", async () => {
    const { seller, pickup, delivery } = await twoOrders()
    const { text } = await seller.open("/labels")
    expect(text).toContain(`${pickup.number}Nora`)
    expect(text).not.toContain("Parks")
    expect(text).toContain(`${delivery.number}Marcus`)
    expect(text).toContain("Delivery to 10118")
    expect(text).toContain("Bag 1 of 1")
  })
})
