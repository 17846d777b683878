import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { orders } from "#db/schema/index.ts"
import { aShopper, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()

/** A purchase of a melon and of shoes at two markets, to be picked up or delivered, and the page after the payment. */
async function aPurchase(method: "Pick up" | "Delivery") {
  const { melon, shoes } = await twoMarkets(server.database.db)
  const { shopper, customer } = await aShopper(server, [
    { productId: melon.id, quantity: 2 },
    { productId: shoes.id, size: "8.5" },
  ])
  const thanks = await payOnProviderPage(await proceed(shopper, method))
  const made = await server.database.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, customer.userId))
    .orderBy(orders.number)
  return { shopper, customer, thanks, made, purchaseId: made[0]!.checkoutId }
}

describe("after the payment", { tags: ["PAY-11", "NOJS-4"] }, () => {
  it("the confirmation says what was paid with which card, and what, where and when for each market", {
    tags: ["PURCHASE-3"],
  }, async () => {
    const { thanks, customer, made } = await aPurchase("Pick up")
    const total = made.reduce((sum, { totalCents }) => sum + totalCents, 0)
    for (const text of [
      "Both orders are placed.",
      `You paid $${(total / 100).toFixed(2)} once, with Visa ending in 4242.`,
      `A receipt is on its way to ${customer.email}.`,
      "On your bank statement: PUSHCART* P",
      "2 Sugar melon",
    ])
      expect(thanks.text).toContain(text)
    for (const { number, confirmation } of made) {
      const card = thanks.document.querySelector(`[aria-labelledby="order-${number}"]`)!
      expect(card.textContent).toContain(confirmation)
      expect(card.querySelector("svg[role=img]")?.getAttribute("aria-label")).toContain(String(number))
      const links = [...card.querySelectorAll("a")].map((link) => link.textContent)
      expect(links).toEqual([
        `View my order ${number}`,
        `Directions to ${card.querySelector("b")?.textContent}`,
        `Add to calendar: order ${number}`,
      ])
    }
    expect(thanks.get("heading", "Thank you for shopping, you will be log out")).toBeTruthy()
    expect(thanks.get("button", "Continue").className).toContain("btn-plain")
  })

  it("the API's orders say of which purchase they are a part, to their customer alone", {
    tags: ["PURCHASE-8"],
  }, async () => {
    const { shopper, made, purchaseId } = await aPurchase("Pick up")
    const total = made.reduce((sum, { totalCents }) => sum + totalCents, 0)
    const purchase = { id: purchaseId, total_amount: total / 100, card: "Visa ending in 4242" }
    const listed = await shopper.open("/api/v1/order/getorders")
    const shown: { id: string; purchase: object }[] = JSON.parse(listed.text)
    expect(shown.map((order) => order.purchase)).toMatchObject([purchase, purchase])
    const one = await shopper.open(`/api/v1/order/customer/order/${made[0]!.id}`)
    expect(JSON.parse(one.text)).toMatchObject({ order: { purchase } })
  })

  it("each order can be added to a calendar, by its own customer", { tags: ["PURCHASE-5"] }, async () => {
    const { shopper, made } = await aPurchase("Delivery")
    const path = `/order-calendar?OrderID=${made[0]!.id}`
    const file = await shopper.open(path)
    expect(file.status).toBe(200)
    const text = file.text.replaceAll(/\s+/g, "")
    expect(text).toContain("BEGIN:VCALENDAR")
    expect(text).toContain("LOCATION:1MainSt\\,NewYork\\,NY10001")
    expect(text).toContain(`/order?OrderID=${made[0]!.id}`)
    const { shopper: stranger } = await aShopper(server)
    expect((await stranger.open(path)).status).toBe(404)
  })

  it("shows nobody else's purchase, and leads to the login without a session", {
    tags: ["PURCHASE-4", "GUARD-7"],
  }, async () => {
    const { purchaseId, made, customer } = await aPurchase("Pick up")
    const { shopper: stranger } = await aShopper(server)
    const thanks = await stranger.open(`/thanks-for-shopping?purchase=${purchaseId}`)
    expect(thanks.path).toBe("/customer-orders")
    for (const id of [purchaseId, "nonsense", ""]) {
      const page = await stranger.open(`/purchase?id=${id}`)
      expect(page.status).toBe(404)
      expect(page.text).not.toContain(customer.email)
      expect(page.text).not.toContain(made[0]!.confirmation)
    }
  })
})

describe("the receipt of a purchase", { tags: ["PURCHASE-6", "NOJS-4"] }, () => {
  it("has the sum on the bank statement, the card, and each order as a part", async () => {
    const { thanks, made, customer } = await aPurchase("Delivery")
    const receipt = await thanks.follow("View receipt")
    expect(receipt.path).toBe(`/purchase?id=${made[0]!.checkoutId}`)
    for (const text of [
      customer.email,
      "Visa ending in 4242",
      "PUSHCART* P",
      "$157.62",
      "1 Main St, New York, NY 10001",
      "Chelsea Stall",
      "All sales are final",
    ])
      expect(receipt.text).toContain(text)
    for (const { number, confirmation } of made) {
      expect(receipt.text).toContain(confirmation)
      expect(receipt.get("link", `Order ${number}`)).toBeTruthy()
    }
    const order = await receipt.follow(`Order ${made[0]!.number}`)
    expect(order.path).toBe(`/order?OrderID=${made[0]!.id}`)
    expect((await order.follow("View receipt")).path).toBe(receipt.path)
  })

  it("shows the code of an open pickup as text and QR code", async () => {
    const { thanks, made } = await aPurchase("Pick up")
    const receipt = await thanks.follow("View receipt")
    expect(receipt.document.querySelectorAll("svg[role=img]")).toHaveLength(made.length)
  })
})
