import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts, refunds } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

async function anOrderSheet(sold: { fulfilment?: "delivery" } = {}) {
  const market = await aMarket(db(), { name: "Apple Row" })
  const product = await aProduct(db(), market, { name: "Sugar melon", priceCents: 450 })
  const customer = await aCustomer(db())
  const order = await anOrder(db(), { customer, market, product, quantity: 3, ...sold })
  const ines = await visitor(server, (await anAdmin(db(), "Ines")).actor)
  const path = `/admin-orders?order=${order.number}`
  return { order, customer, market, ines, path, sheet: await ines.open(path) }
}

const madeOf = (orderId: string) => db().select().from(refunds).where(eq(refunds.orderId, orderId))

describe("an admin's refund in part, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("is reviewed before it is made, and is made as it was reviewed", {
    tags: ["REFUND-11", "REFUND-15", "SALE-111"],
  }, async () => {
    const { order, customer, market, ines, path, sheet } = await anOrderSheet()
    const reviewed = await sheet.press("Review", {
      "How many of Sugar melon": "2",
      "Arrived broken": true,
      "Add a sentence (optional)": "Two split on the way.",
    })
    const review = reviewed.get("region", "This refund")
    expect(review.textContent).toContain("2 × Sugar melon$9.00")
    expect(await madeOf(order.id)).toEqual([])
    const made = await reviewed.press(/^Refund \$/)
    expect(made.text).toContain("is on its way back. We've emailed the customer and the market.")
    const [refund] = await madeOf(order.id)
    expect(refund).toMatchObject({ itemsCents: 900, bearer: "seller", source: "order" })
    const after = await ines.open(path)
    expect(after.get("region", "Refund 1").textContent).toContain("Made by Ines")
    expect(after.text).toContain("2 refunded")
    const asCustomer = await visitor(server, customer.actor)
    expect((await asCustomer.open(`/order?OrderID=${order.id}`)).text).toContain(
      "Arrived broken: Two split on the way.",
    )
    const asSeller = await visitor(server, market.actor)
    for (const path of [
      `/order-seller?OrderID=${order.id}`,
      `/marketOrderDetails?OrderDetails=${order.id}`,
    ]) {
      const { text } = await asSeller.open(path)
      expect(text, path).toContain("Arrived broken: Two split on the way.")
      expect(text, path).toContain("2 × Sugar melon")
    }
  })

  it("says at its field what is more than is left, and asks for a reason", {
    tags: ["REFUND-11"],
  }, async () => {
    const { order, sheet } = await anOrderSheet()
    const unsaid = await sheet.press("Review", { "How many of Sugar melon": "1" })
    expect(unsaid.text).toContain("Choose a reason.")
    const tooMuch = await sheet.press("Review", { "Another amount (optional)": "900", Goodwill: true })
    expect(tooMuch.errorAt("amount")).toMatch(/^Only \$[\d.]+ of the order can still be refunded\.$/)
    const nothing = await sheet.press("Review", { Goodwill: true })
    expect(nothing.text).toContain("Choose what to refund.")
    const why = await sheet.press("Review", { "How many of Sugar melon": "1", "Something else": true })
    expect(why.errorAt("sentence")).toBe("Say in a sentence why.")
    expect(await madeOf(order.id)).toEqual([])
  })

  it("sent twice is made once, and one that was overtaken is reviewed again", {
    tags: ["REFUND-11"],
  }, async () => {
    const { order, sheet } = await anOrderSheet()
    const one = { "How many of Sugar melon": "1", Goodwill: true }
    const reviewed = await sheet.press("Review", one)
    await reviewed.press(/^Refund \$/)
    await reviewed.press(/^Refund \$/)
    expect(await madeOf(order.id)).toHaveLength(1)
    const stale = await reviewed.press(/^Refund \$/, { "How many of Sugar melon": "2" })
    expect(stale.status).not.toBe(200)
    expect(await madeOf(order.id)).toHaveLength(1)
  })

  it("of two that saw the same order, the second is reviewed again with what is left by then", {
    tags: ["REFUND-11"],
  }, async () => {
    const { order, path, sheet } = await anOrderSheet()
    const one = { "How many of Sugar melon": "1", Goodwill: true }
    const first = await sheet.press("Review", one)
    const noor = await visitor(server, (await anAdmin(db(), "Noor")).actor)
    const second = await (await noor.open(path)).press("Review", one)
    await first.press(/^Refund \$/)
    const stale = await second.press(/^Refund \$/)
    expect(stale.status).toBe(422)
    expect(stale.text).toContain("is left now, not what you reviewed. Review it again.")
    expect(stale.all("button", /^Refund \$/)).toHaveLength(0)
    expect(await madeOf(order.id)).toHaveLength(1)
    const again = await stale.press("Review")
    expect(again.get("region", "This refund").textContent).toContain("Already refunded")
    await again.press(/^Refund \$/)
    expect(await madeOf(order.id)).toHaveLength(2)
  })

  it("can be borne by Pushcart, and is sent again when it failed", { tags: ["REFUND-12"] }, async () => {
    const { order, ines, path, sheet } = await anOrderSheet()
    const reviewed = await sheet.press("Review", {
      "How many of Sugar melon": "1",
      Goodwill: true,
      Pushcart: true,
    })
    await reviewed.press(/^Refund \$/)
    const failed = { status: "failed" as const, failures: 5, failedAt: new Date(), nextTryAt: null }
    await db().update(refunds).set(failed).where(eq(refunds.orderId, order.id))
    const page = await ines.open(path)
    expect(page.get("region", "Refund 1").textContent).toContain("Pushcart covers it.")
    const again = await page.press("Try again now")
    expect(again.text).toContain("The refund is sent again.")
    const [refund] = await madeOf(order.id)
    expect(refund).toMatchObject({ bearer: "platform" })
    expect(refund!.status).not.toBe("failed")
  })

  it("says who bears how much of it, where a seller gives back no more than the order earned", {
    tags: ["REFUND-14"],
  }, async () => {
    const { ines, path, sheet } = await anOrderSheet({ fulfilment: "delivery" })
    const part = await sheet.press("Review", { "How many of Sugar melon": "2", Goodwill: true })
    expect(part.get("region", "This refund").textContent).toContain("Apple Row covers it.")
    await part.press(/^Refund \$/)
    const rest = await (await ines.open(path)).press("Review", {
      "How many of Sugar melon": "1",
      "Part of the delivery fee (optional)": "3.99",
      Goodwill: true,
    })
    // The order earned $13.17 of $13.50: the card processor's fee is $0.33.
    const borne =
      "Apple Row covers $4.17, Pushcart $0.33. If a courier delivers, Pushcart covers $3.99 of the delivery fee."
    expect(rest.get("region", "This refund").textContent).toContain(borne)
    await rest.press(/^Refund \$/)
    const after = await ines.open(path)
    expect(after.get("region", "Refund 1").textContent).toContain("Apple Row covers it.")
    expect(after.get("region", "Refund 2").textContent).toContain(borne)
  })

  it("offers no more of the delivery fee than earlier refunds left", { tags: ["REFUND-11"] }, async () => {
    const { ines, path, sheet } = await anOrderSheet({ fulfilment: "delivery" })
    const fee = "Part of the delivery fee (optional)"
    expect(sheet.text).toContain("$3.99 was paid. The person who delivered keeps the delivery fee.")
    await (await sheet.press("Review", { [fee]: "1.50", Goodwill: true })).press(/^Refund \$/)
    const again = await ines.open(path)
    expect(again.text).toContain(
      "$3.99 was paid, $2.49 is left. The person who delivered keeps the delivery fee.",
    )
    const stale = await again.press("Review", { [fee]: "2.49", Goodwill: true })
    await stale.press(/^Refund \$/)
    const none = await ines.open(path)
    expect(none.text).toContain("All of the delivery fee of $3.99 was refunded.")
    expect(none.text).not.toContain(fee)
    const overtaken = await again.press("Review", { [fee]: "1", Goodwill: true })
    expect(overtaken.text).toContain("The delivery fee was already refunded.")
  })

  it("is not offered of an order that the bank took back, nor to anybody but an admin", {
    tags: ["REFUND-11"],
  }, async () => {
    const { order, market, sheet } = await anOrderSheet()
    expect(sheet.all("button", "Review")).toHaveLength(1)
    const seller = await visitor(server, market.actor)
    const answer = await seller.post("/admin-orders", { intent: "make-refund", orderId: order.id })
    expect(answer.path).toMatch(/^\/admin(\?|$)/)
    expect(await madeOf(order.id)).toEqual([])
    const [checkout] = await db().select().from(checkouts).where(eq(checkouts.id, order.checkoutId))
    expect(checkout!.status).toBe("completed")
  })
})
