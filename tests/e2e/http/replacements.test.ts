import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { expireReplacement } from "#core/orders/expire-replacement.server.ts"
import type { Replacement } from "#core/orders/order-note.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { orderLines, orders, replacementOffers, variants } from "#db/schema/index.ts"
import { systemCtx } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** An order of one pint of blueberries at $6.50 with $0.40 of tax, and strawberries to replace it. */
async function aSale({ wish = null }: { wish?: Replacement | null } = {}) {
  const { db } = server.database
  const market = await aMarket(db, { name: "Chelsea Corner" })
  const customer = await aCustomer(db, { firstName: "Nora" })
  const fruit = { category: "Fruits", section: "Berries", unit: "pint", stock: 5 } as const
  const product = await aProduct(db, market, { ...fruit, name: "Blueberries", priceCents: 650 })
  const other = await aProduct(db, market, { ...fruit, name: "Strawberries", priceCents: 550 })
  await aProduct(db, market, { ...fruit, name: "Truffles", priceCents: 9000 })
  await aProduct(db, market, { ...fruit, name: "Figs", priceCents: 500, stock: 0 })
  const order = await anOrder(db, { customer, market, product })
  await db.update(orders).set({ replacement: wish }).where(eq(orders.id, order.id))
  return {
    order,
    product,
    other,
    seller: await visitor(server, market.actor),
    buyer: await visitor(server, customer.actor),
    path: `/pack-order?OrderDetails=${order.id}`,
    bought: `/order?OrderID=${order.id}`,
  }
}

type Sale = Awaited<ReturnType<typeof aSale>>

const stockOf = async (productId: string) =>
  (await server.database.db.select().from(variants).where(eq(variants.productId, productId)))[0]?.stock

const offerOf = async (orderId: string) =>
  (
    await server.database.db.select().from(replacementOffers).where(eq(replacementOffers.orderId, orderId))
  )[0]!

/** The seller offers strawberries. */
async function offered({ seller, path, other }: Sale) {
  const form = await (await seller.open(path)).follow(/^Replace/)
  return form.press("Offer it to Nora", { "Replace with": other.variantId })
}

const settled = (orderId: string) =>
  settlePacking(systemCtx(server.database, { now: () => new Date(Date.now() + 10_000) }), { orderId })

const inTime = async (orderId: string) =>
  expireReplacement(systemCtx(server.database, { now: () => new Date(Date.now() + 16 * 60_000) }), {
    offerId: (await offerOf(orderId)).id,
  })

describe("offering a replacement while packing", { tags: ["REPL-4", "NOJS-5"] }, () => {
  it("shows what is in stock and costs no more, and then the minutes that are left", async () => {
    const sale = await aSale()
    const form = await (await sale.seller.open(sale.path)).follow(/^Replace/)
    const options = form.all("combobox", "Replace with")[0]!
    expect(options.textContent).toContain("Strawberries, pint, $5.50, 5 in stock")
    expect(options.textContent).not.toMatch(/Truffles|Figs|Blueberries/)
    expect(form.text).toContain("Instead of 1 × Blueberries, pint, for at most $6.90 with tax.")
    const page = await offered(sale)
    expect(page.text).toContain("Nora can answer for 15 min")
    expect(page.text).toContain("Offered: 1 × Strawberries, pint")
    expect(page.text).toMatch(/Yes: refund \$1\.\d\d\. No: refund \$6\.90\./)
    expect(page.text).toContain("No answer counts as no.")
    expect(page.text).toContain("1 waiting")
    expect(page.text).toContain("Wait for Nora’s answer, or take the offer back.")
    expect(await stockOf(sale.product.id)).toBe(0)
    expect(await stockOf(sale.other.id)).toBe(4)
  })

  it("is taken back, and the line can be packed again", async () => {
    const sale = await aSale()
    const back = await (await offered(sale)).press("Take the offer back")
    expect(back.text).toContain("0 of 1 dealt with")
    expect(back.text).not.toContain("Offered:")
    expect(await stockOf(sale.other.id)).toBe(5)
    expect((await back.press("1 × Blueberries, pint as ordered")).text).toContain("1 of 1 dealt with")
    expect((await sale.buyer.open(sale.bought)).all("button", /replace it|refund it/)).toEqual([])
  })

  it("says at its field what is wrong with it", async () => {
    const sale = await aSale()
    const form = await (await sale.seller.open(sale.path)).follow(/^Replace/)
    const none = await form.press("Offer it to Nora")
    expect(none.errorAt("Replace with")).toBe("Choose a product.")
    const many = await form.press("Offer it to Nora", {
      "Replace with": sale.other.variantId,
      "How many": "2",
    })
    expect(many.errorAt("Replace with")).toContain("At most $6.90 was paid for 1 × Blueberries.")
  })

  it("is one tap away for who wished a replacement, and impossible for who wished a refund", async () => {
    const replace = await aSale({ wish: "replace" })
    const page = await replace.seller.open(replace.path)
    expect(page.text).toContain("Nora’s wish if it is out: Replace it with something similar")
    expect(page.all("link", "Replace it, as wished: Blueberries, pint")).toHaveLength(1)
    expect((await offered(replace)).text).toContain("No answer counts as yes: Nora wished a replacement.")
    const refund = await aSale({ wish: "refund" })
    const asWished = await refund.seller.open(refund.path)
    expect(asWished.all("link", /^Replace/)).toEqual([])
    const none = await asWished.press("Refund it, as wished: Blueberries, pint")
    expect(none.text).toContain("Removed: refund $6.90")
  })
})

describe("answering an offered replacement", { tags: ["REPL-5", "NOJS-4"] }, () => {
  it("with yes adds it to the order, and refunds what it costs less", async () => {
    const sale = await aSale()
    await offered(sale)
    const list = await sale.buyer.open("/customer-orders")
    const page = await list.follow("Something is out: answer about a replacement")
    expect(page.text).toContain("1 × Blueberries, pint is out")
    expect(page.text).toContain("Chelsea Corner offers 1 × Strawberries, pint")
    expect(page.text).toContain("If you don’t answer, you get the refund.")
    const yes = await page.press("Yes, replace it")
    expect(yes.text).toContain(
      "You said yes. You get 1 × Strawberries, pint instead of 1 × Blueberries, pint.",
    )
    expect(yes.text).toContain("instead of Blueberries, pint")
    expect(yes.text).toContain("1 of 1 replaced")
    const packing = await sale.seller.open(sale.path)
    expect(packing.text).toMatch(
      /Nora said yes at .*1 × Strawberries, pint goes in for 1 × Blueberries, pint\./,
    )
    expect(packing.text).toContain("1 of 2 dealt with")
    const checked = await packing.press("1 × Strawberries, pint as ordered")
    await checked.press("Ready to pick up")
    await settled(sale.order.id)
    const after = await sale.buyer.open(sale.bought)
    expect(after.text).toContain("Blueberries: 1 replaced by something that costs less.")
    const slips = await sale.seller.open(`/packing-slips?orders=${sale.order.number}`)
    expect(slips.text).toContain("instead of Blueberries, pint")
  })

  it("with no takes the line out, and again, or too late, changes nothing", async () => {
    const sale = await aSale()
    await offered(sale)
    const [page, tooLate] = [await sale.buyer.open(sale.bought), await sale.buyer.open(sale.bought)]
    const no = await page.press("No, refund it")
    expect(no.text).toContain("You said no to 1 × Strawberries, pint. $6.90 is refunded.")
    const rejected = await tooLate.press("Yes, replace it")
    expect(rejected.status).toBe(422)
    expect(rejected.text).toContain("You said no: it is refunded.")
    expect((await sale.seller.open(sale.path)).text).toMatch(/Nora said no at .*\$6\.90 is refunded\./)
  })

  it("in time follows the wish, and both sides read so", async () => {
    const replace = await aSale({ wish: "replace" })
    await offered(replace)
    await inTime(replace.order.id)
    expect((await replace.buyer.open(replace.bought)).text).toContain(
      "You didn't answer in time, so your wish counts. You get 1 × Strawberries, pint",
    )
    expect((await replace.seller.open(replace.path)).text).toContain("Nora wished a replacement.")
    const nothing = await aSale()
    await offered(nothing)
    await inTime(nothing.order.id)
    expect((await nothing.buyer.open(nothing.bought)).text).toContain(
      "You didn't answer in time about 1 × Blueberries, pint. $6.90 is refunded.",
    )
    const lines = await server.database.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, nothing.order.id))
    expect(lines).toHaveLength(1)
  })

  it("is only for the order's customer", async () => {
    const [mine, theirs] = [await aSale(), await aSale()]
    await offered(theirs)
    const { id: offerId } = await offerOf(theirs.order.id)
    await offered(mine)
    const page = await mine.buyer.post(mine.bought, { intent: "answer-replacement", offerId, answer: "yes" })
    expect(page.status).toBe(404)
    expect((await offerOf(theirs.order.id)).status).toBe("open")
  })
})
