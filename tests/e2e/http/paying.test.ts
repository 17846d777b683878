import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts, markets, orders, variants } from "#db/schema/index.ts"
import { aShopper, beginPayment, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const db = () => server.database.db
const ordersOf = (userId: string) =>
  db().select().from(orders).where(eq(orders.customerId, userId)).orderBy(orders.number)

describe("from the cart to the order", () => {
  it("for delivery from two markets, by the card provider's own page", {
    tags: ["CART-1", "CART-2", "CART-3", "CART-11", "SHIP-3", "PAY-1", "PAY-2", "PAY-11", "PAY-30", "PAY-31"],
  }, async () => {
    const { melon, shoes } = await twoMarkets(db())
    const { shopper, customer } = await aShopper(server, [
      { productId: melon.id, quantity: 2 },
      { productId: shoes.id, size: "8.5" },
    ])
    const cart = await shopper.open("/shopping-cart")
    expect(cart.get("heading", "Shopping List")).toBeTruthy()
    for (const text of ["Total: $", "All sales are final", "Size 8.5"]) expect(cart.text).toContain(text)
    const pay = await proceed(shopper, "Delivery")
    // $24.68 + $120.00, 4% on the shoes and on their delivery, twice $3.99
    expect(pay.text).toContain("$157.62")
    expect(pay.text).toContain("Delivery to 1 Main St, New York, NY 10001")
    expect(pay.field("Email").value).toBe(customer.email)
    expect(pay.field("Email").readOnly).toBe(true)
    const declined = await payOnProviderPage(pay, { "Card number": "4000000000000002" })
    expect(declined.get("alert").textContent).toContain("declined")
    expect(declined.get("heading", "Pay $157.62")).toBeTruthy()
    expect(await ordersOf(customer.userId)).toHaveLength(0)
    const thanks = await payOnProviderPage(declined)
    expect(thanks.text).toContain("Thank you for shopping, you will be log out")
    const made = await ordersOf(customer.userId)
    expect(made.map((order) => [order.fulfilment, order.totalCents])).toEqual([
      ["delivery", 2468 + 399],
      ["delivery", 12_000 + 399 + 480 + 16],
    ])
    expect((await thanks.follow(`View my order ${made[1]!.number}`)).text).toContain(made[1]!.confirmation)
    const back = await shopper.open("/pay")
    expect(back.text).toContain(
      `Your orders ${made[0]!.number} and ${made[1]!.number} are paid and placed. There is nothing left to pay.`,
    )
    expect((await back.follow("View my orders")).path).toBe("/customer-orders")
    expect((await shopper.open("/shopping-cart")).text).toContain("There are no items on your shopping cart")
  })

  it("thanks nobody who has bought nothing just now", { tags: ["PAY-13"] }, async () => {
    const market = await aMarket(db())
    const product = await aProduct(db(), market)
    const { shopper, customer } = await aShopper(server)
    expect((await shopper.open("/thanks-for-shopping")).path).toBe("/customer-orders")
    await anOrder(db(), { customer, market, product })
    expect((await shopper.open("/thanks-for-shopping")).text).toContain("Your order is placed")
  })

  it("leads from thanks for one order to it, and Continue signs out", {
    tags: ["PAY-11", "PAY-12"],
  }, async () => {
    const { melon } = await twoMarkets(db())
    const { shopper, customer } = await aShopper(server, [{ productId: melon.id }])
    const pay = await proceed(shopper, "Pick up")
    expect(pay.get("complementary").textContent).toContain("Pick up")
    const thanks = await payOnProviderPage(pay)
    const [order] = await ordersOf(customer.userId)
    expect((await thanks.follow("View my order")).path).toBe(`/order?OrderID=${order!.id}`)
    const back = await shopper.open("/pay")
    expect(back.text).toContain(`Your order ${order!.number} is paid and placed.`)
    expect((await back.follow("View my order")).path).toBe(`/order?OrderID=${order!.id}`)
    expect((await thanks.press("Continue")).path).toBe("/login")
    expect((await shopper.open("/shopping-cart")).path).toMatch(/^\/Welcome\?/)
  })
})

describe("what happens while the payment form is open", () => {
  async function atCheckout() {
    const made = await twoMarkets(db())
    const one = await aShopper(server, [{ productId: made.melon.id }])
    await proceed(one.shopper, "Pick up")
    return { ...made, ...one }
  }

  it("the hold runs out: nothing is charged, and the cart says what is sold out", {
    tags: ["PAY-8"],
  }, async () => {
    const { shopper, customer, melon } = await atCheckout()
    // Does what the sweep does when the hold has expired.
    await db().update(checkouts).set({ status: "released" }).where(eq(checkouts.customerId, customer.userId))
    await db().update(variants).set({ stock: 0 }).where(eq(variants.productId, melon.id))
    expect((await beginPayment(shopper)).message).toContain("Your reservation expired. Nothing was charged.")
    const pay = await shopper.open("/pay")
    expect(pay.text).toContain("a product may be out of stock")
    const cart = await pay.follow("Go to Shopping Cart")
    expect(cart.text).toContain("Sugar melon is sold out. Remove it from the cart to continue.")
  })

  it("the market stops selling: it is named, and nothing is charged", { tags: ["PAY-9"] }, async () => {
    const { shopper, customer, stall } = await atCheckout()
    await db().update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, stall.id))
    expect((await beginPayment(shopper)).message).toContain(
      "Chelsea Stall has just stopped selling. Nothing was charged.",
    )
    expect(await ordersOf(customer.userId)).toHaveLength(0)
    expect((await shopper.open("/shopping-cart")).text).toContain(
      "Chelsea Stall isn't selling right now. Save its items for later or remove them to buy the rest now.",
    )
  })
})
