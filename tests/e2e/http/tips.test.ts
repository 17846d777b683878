import { desc, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { cents } from "#core/money.ts"
import { checkouts, orders, refunds } from "#db/schema/index.ts"
import { ordersInBaltimore } from "#tests/support/baltimore.ts"
import { aShopper, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const { aBaltimoreOrder } = ordersInBaltimore(server)
const db = () => server.database.db

async function aCart() {
  const made = await twoMarkets(db())
  const wanted = [{ productId: made.melon.id }, { productId: made.shoes.id, size: "8" }]
  return { ...made, ...(await aShopper(server, wanted)) }
}

/** The receipt of a page, as label and amount; the page's last one. */
function receiptOf(page: HtmlPage, within: string): Record<string, string> {
  const lists = [...page.document.querySelectorAll(`${within} .receipt`)]
  const cells = [...(lists.at(-1)?.children ?? [])].map((row) =>
    [...row.children].map((one) => one.textContent ?? ""),
  )
  return Object.fromEntries(cells.map(([label = "", amount = ""]) => [label, amount]))
}

describe("a tip, without JavaScript", { tags: ["NOJS-3"] }, () => {
  it("is chosen in the cart of a delivery, changed on /pay, and shown wherever the money is", {
    tags: ["TIP-1", "TIP-2", "TIP-3"],
  }, async () => {
    const { shopper, customer, stall } = await aCart()
    const pickup = await (await shopper.open("/shopping-cart")).press("Show times and fees", {
      "Delivery or Pick up": "Pick up",
    })
    expect(pickup.all("group", "Tip")).toHaveLength(0)
    const cart = await pickup.press("Show times and fees", { "Delivery or Pick up": "Delivery" })
    const none = cart.document.querySelector<HTMLInputElement>('input[name="tip"]:checked')
    expect(none?.value).toBe("0")
    const saved = await cart.press("Save tip", { "20% $26.47": true })
    expect(saved.get("complementary", "Your estimate").textContent).toContain("Tip, 20%$26.47")
    expect(saved.document.querySelector<HTMLInputElement>('input[name="tip"]:checked')?.value).toBe("20")

    const pay = await proceed(shopper, "Delivery")
    expect(receiptOf(pay, "aside")["Tip, 20%"]).toBe("$26.47")
    const wrong = await pay.send({ tip: "other", tipAmount: "201" }, { intent: "tip" })
    expect(wrong.path).toBe("/pay")
    expect(wrong.errorAt("tipAmount")).toBe("At most $100.00 for each market. That is $200.00 for 2 markets.")
    expect(wrong.document.querySelector<HTMLDetailsElement>("details.pay-tip")?.open).toBe(true)
    expect(receiptOf(wrong, "aside")["Tip, 20%"]).toBe("$26.47")
    const [before] = await db().select().from(checkouts).where(eq(checkouts.customerId, customer.userId))
    const changed = await wrong.press("Save tip", { "Other amount": true, "Tip in dollars": "$7.01" })
    expect(receiptOf(changed, "aside").Tip).toBe("$7.01")
    // A page of before, in another tab, does not charge the new total.
    const stale = await pay.press(/^Pay Now/)
    expect(stale.text).toContain("The total changed in another tab")
    const thanks = await payOnProviderPage(changed)
    expect(thanks.text).toContain("Thank you for shopping")
    expect(receiptOf(thanks, ".paid-receipt").Tip).toBe("$7.01")

    const [paid] = await db()
      .select()
      .from(checkouts)
      .where(eq(checkouts.customerId, customer.userId))
      .orderBy(desc(checkouts.createdAt))
      .limit(1)
    expect(paid).toMatchObject({ status: "completed", tipCents: 701, taxCents: before!.taxCents })
    const bought = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    expect(bought.reduce((sum, { tipCents }) => sum + tipCents, 0)).toBe(701)
    const ofStall = bought.find(({ marketId }) => marketId === stall.id)!
    const tip = `$${(ofStall.tipCents / 100).toFixed(2)}`
    const purchase = await shopper.open(`/purchase?id=${paid!.id}`)
    expect(receiptOf(purchase, ".purchase > .card:last-of-type").Tip).toBe("$7.01")
    expect(purchase.text).toContain(`Tip${tip}`)
    expect((await shopper.open(`/order?OrderID=${ofStall.id}`)).text).toContain(`Tip${tip}`)
    const email = await waitForEmail(server, { to: customer.email, subject: /^Your orders/ })
    expect(email.text).toMatch(new RegExp(`Tip \\.+ \\${tip}`))
    const asSeller = await visitor(server, stall.actor)
    expect((await asSeller.open(`/order-seller?OrderID=${ofStall.id}`)).text).toContain(
      `Tip, goes to whoever delivers${tip}`,
    )
  })

  it("says at the field what is wrong with an amount", { tags: ["TIP-1"] }, async () => {
    const { shopper } = await aCart()
    const cart = await (await shopper.open("/shopping-cart")).press("Show times and fees", {
      "Delivery or Pick up": "Delivery",
    })
    const wrong = [
      ["a lot", "Enter a tip in dollars and cents, like 4.50."],
      ["", "Enter a tip in dollars and cents, like 4.50."],
      ["-3", "Enter a tip in dollars and cents, like 4.50."],
      ["1.234", "An amount has at most two decimals."],
      ["200.01", "At most $100.00 for each market. That is $200.00 for 2 markets."],
    ] as const
    for (const [typed, message] of wrong) {
      const page = await cart.send({ tip: "other", tipAmount: typed }, { intent: "update" })
      expect([typed, page.errorAt("tipAmount")]).toEqual([typed, message])
      expect(page.field("Tip in dollars").value).toBe(typed)
    }
  })

  it("is what a courier gets besides the fee, and sees before taking the delivery", {
    tags: ["TIP-2"],
  }, async () => {
    const { order, market, deliveryId, offer } = await aBaltimoreOrder({ tipCents: cents(200) })
    const courier = await aCourier(db())
    const dora = await visitor(server, courier.actor)
    await offer()
    expect((await dora.open("/deliveries")).text).toContain("You get $5.99, $2.00 of it a tip")
    await takeDelivery(ctxFor(server.database, courier.actor), deliveryId)
    expect((await dora.open("/deliveries")).text).toContain("You get $5.99, $2.00 of it a tip")
    expect((await dora.open("/express-dashboard")).text).toContain("Pending Total$5.99")
    const asSeller = await visitor(server, market.actor)
    const sold = await asSeller.open(`/order-seller?OrderID=${order.id}`)
    expect(sold.text).toContain("Tip, goes to the courier$2.00")
    expect(sold.get("heading", "Your earnings").parentElement?.textContent).not.toContain("Tip")
  })

  it("is a part of the refund form of admins, up to what is left of it", { tags: ["TIP-2"] }, async () => {
    const market = await aMarket(db())
    const product = await aProduct(db(), market)
    const customer = await aCustomer(db())
    const sold = { customer, market, product, fulfilment: "delivery" as const, tipCents: cents(400) }
    const order = await anOrder(db(), sold)
    const admin = await visitor(server, (await anAdmin(db())).actor)
    const sheet = await admin.open(`/admin-orders?order=${order.number}`)
    const tooMuch = await sheet.press("Review", { "Part of the tip (optional)": "4.01", Goodwill: true })
    expect(tooMuch.errorAt("tip")).toBe("Only $4.00 of the tip can still be refunded.")
    const reviewed = await sheet.press("Review", { "Part of the tip (optional)": "1.50", Goodwill: true })
    expect(reviewed.get("region", "This refund").textContent).toContain("Tip$1.50")
    await reviewed.press(/^Refund \$1\.50/)
    const [made] = await db().select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(made).toMatchObject({ tipCents: 150, taxCents: 0, amountCents: 150 })
    const asCustomer = await visitor(server, customer.actor)
    const seen = await asCustomer.open(`/order?OrderID=${order.id}`)
    expect(seen.get("region", "Refunds").textContent).toContain("Tip$1.50")
  })
})
