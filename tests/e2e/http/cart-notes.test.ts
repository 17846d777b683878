import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { cents } from "#core/money.ts"
import { customers, markets, orders } from "#db/schema/index.ts"
import { aShopper, BILLING_ADDRESS, payOnProviderPage, SHIP_TO } from "#tests/support/checkout-pages.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db
const HOW = "Delivery or Pick up"
const NOTE = "Green tomatoes & <b>no</b> bags, please."

const byApi = async (one: Visitor, path: string) =>
  (await (
    await fetch(`${server.url}/api/v1${path}`, {
      headers: { cookie: [...one.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    })
  ).json()) as Record<string, unknown>[]

async function inTheCart() {
  const made = await twoMarkets(db())
  await aCalendar(db(), made.stall)
  const wanted = [{ productId: made.melon.id }, { productId: made.shoes.id, size: "8" }]
  return { ...made, ...(await aShopper(server, wanted)) }
}

describe("a cart of two markets, without JavaScript", { tags: ["NOJS-3"] }, () => {
  it("carries each market's time, note and wish to the paid orders, their emails and the API, as text", {
    tags: ["CART-19", "CART-20", "CART-22"],
  }, async () => {
    const { shopper, customer, stall, store } = await inTheCart()
    const cart = await shopper.open("/shopping-cart")
    const shown = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    const part = shown.get("region", "Chelsea Stall")
    expect(part.textContent).toContain("Market total$12.34")
    expect(shown.get("region", "Shoe Corner").textContent).toContain("Market total$120.00")
    expect(shown.get("complementary", "Your estimate").textContent).toContain("Tax, estimated$")
    const when = "Chelsea Stall, pickup"
    const time = shown.field(when).querySelectorAll("option")[2]!.textContent!
    const timed = await shown.press("Set the time", { [when]: time }, part)
    const saved = await timed.press(
      "Save note",
      {
        "Note to Chelsea Stall (optional)": NOTE,
        "If something is out at Chelsea Stall": "Replace it with something similar",
      },
      timed.get("region", "Chelsea Stall"),
    )
    expect(saved.text).toContain(`“${NOTE}”`)
    // The other note is saved only by Proceed Checkout, like the quantity.
    const pay = await saved.press("Proceed Checkout", {
      [HOW]: "Pick up",
      "Note to Shoe Corner (optional)": "In a box",
    })
    expect(pay.path).toBe("/pay")
    expect(pay.text).toContain(NOTE)
    expect(pay.text).toContain("In a box")
    const thanks = await payOnProviderPage(pay)
    expect(thanks.text).toContain("Thank you for shopping")
    const bought = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    const ofStall = bought.find(({ marketId }) => marketId === stall.id)!
    const ofStore = bought.find(({ marketId }) => marketId === store.id)!
    expect(ofStall).toMatchObject({ note: NOTE, replacement: "replace" })
    expect(ofStall.windowStartsAt).not.toBeNull()
    expect(ofStore).toMatchObject({ note: "In a box", replacement: null, windowStartsAt: null })

    const receipt = await waitForEmail(server, { to: customer.email, subject: String(ofStall.number) })
    expect(receipt.text).toContain(`Your note to Chelsea Stall:\n\n  > ${NOTE}`)
    expect(receipt.text).toContain("If something is out: Replace it with something similar.")
    const [{ email }] = (await db()
      .execute<{ email: string }>(
        `select u.email from users u join markets m on m.user_id = u.id where m.id = '${stall.id}'` as never,
      )
      .then(({ rows }) => rows)) as [{ email: string }]
    const told = await waitForEmail(server, { to: email, subject: String(ofStall.number) })
    expect(told.text).toContain(`A note from the customer:\n\n  > ${NOTE}`)

    const seller = await visitor(server, stall.actor)
    const admin = await visitor(server, (await anAdmin(db())).actor)
    const again = await visitor(server, customer.actor)
    for (const [one, path] of [
      [again, `/order?OrderID=${ofStall.id}`],
      [seller, `/order-seller?OrderID=${ofStall.id}`],
      [seller, `/marketOrderDetails?OrderDetails=${ofStall.id}`],
      [seller, "/marketOrders"],
      [admin, `/admin-orders?order=${ofStall.number}`],
    ] as const) {
      const page = await one.open(path)
      expect(page.text, path).toContain(NOTE)
      expect(page.text, path).toContain("Replace it with something similar")
      expect(page.html, path).not.toContain("<b>no</b>")
    }
    for (const [one, path] of [
      [again, "/order/getorders"],
      [seller, "/order/seller/getorders"],
    ] as const) {
      const found = (await byApi(one, path)).find(({ id }) => id === ofStall.id)
      expect(found, path).toMatchObject({ note: NOTE, replacement: "replace", window: {} })
    }
    const plain = (await byApi(again, "/order/getorders")).find(({ id }) => id === ofStore.id)
    expect(plain).toMatchObject({ note: "In a box" })
    expect(plain).not.toHaveProperty("replacement")
    // The note was moved to the order: the next order starts without one.
    expect((await again.open("/shopping-cart")).text).not.toContain(NOTE)
  })

  it("carries a pickup's phone number from cart and payment to the seller, while the order is open", {
    tags: ["CART-23"],
  }, async () => {
    const { shopper, customer, stall } = await inTheCart()
    await db().update(customers).set({ phone: "212-555-0147" }).where(eq(customers.userId, customer.userId))
    const label = "Phone for pickup (optional)"
    const cart = await shopper.open("/shopping-cart")
    expect(cart.text).not.toContain("Phone for pickup")
    const shown = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    expect(shown.field(label).getAttribute("value")).toBe("212-555-0147")
    const rejected = await shown.press("Proceed Checkout", { [label]: "555" })
    expect(rejected.errorAt(label)).toBe("Enter a ten-digit phone number, like 212-555-0134.")
    const pay = await shown.press("Proceed Checkout", { [label]: "(212) 555 0148" })
    expect(pay.field(label).getAttribute("value")).toBe("212-555-0148")
    const phone = "212-555-0149"
    await payOnProviderPage(await pay.press(/^Pay Now/, { ...BILLING_ADDRESS, [label]: phone }))
    const bought = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    expect(bought.map((order) => order.phone)).toEqual([phone, phone])
    const order = bought.find(({ marketId }) => marketId === stall.id)!
    const seller = await visitor(server, stall.actor)
    const again = await visitor(server, customer.actor)
    const pages = [
      "/marketOrders",
      `/order-seller?OrderID=${order.id}`,
      `/marketOrderDetails?OrderDetails=${order.id}`,
    ]
    for (const path of pages) expect((await seller.open(path)).html, path).toContain(`tel:${phone}`)
    expect((await seller.open(`/marketOrders?q=${phone}`)).text).toContain(`Order ${order.number}`)
    expect((await again.open(`/order?OrderID=${order.id}`)).text).toContain(
      `The market can call you at ${phone}`,
    )
    const admin = await visitor(server, (await anAdmin(db())).actor)
    expect((await admin.open(`/admin-orders?order=${order.number}`)).html).not.toContain(phone)
    const ofSeller = async () =>
      (await byApi(seller, "/order/seller/getorders")).find(({ id }) => id === order.id)
    expect(await ofSeller()).toMatchObject({ pickupphone: phone })
    await db().update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
    for (const path of pages) expect((await seller.open(path)).html, path).not.toContain(phone)
    expect((await again.open(`/order?OrderID=${order.id}`)).text).not.toContain(phone)
    expect(await ofSeller()).not.toHaveProperty("pickupphone")
  })

  it("says next to a note that it is too long, and keeps what was typed beside it", {
    tags: ["CART-20"],
  }, async () => {
    const { shopper } = await inTheCart()
    const cart = await shopper.open("/shopping-cart")
    const label = "Note to Chelsea Stall (optional)"
    const rejected = await cart.press("Proceed Checkout", { [HOW]: "Pick up", [label]: "x".repeat(301) })
    expect(rejected.path).toBe("/shopping-cart")
    expect(rejected.errorAt(label)).toBe("Keep this to 300 characters.")
    expect(rejected.field(label).closest("details")!.hasAttribute("open")).toBe(true)
  })

  it("estimates each market's delivery to where the customer last searched, and names one that is too far", {
    tags: ["CART-19"],
  }, async () => {
    const { shopper, store } = await inTheCart()
    shopper.cookies.set("place", "10001")
    const cart = await shopper.open("/shopping-cart")
    const delivered = await cart.press("Show times and fees", { [HOW]: "Delivery" })
    const estimate = delivered.get("complementary", "Your estimate").textContent!
    expect(estimate).toMatch(/2 deliveries to 10001\$7\.98/)
    expect(estimate).toMatch(/Total: \$14\d\.\d\d/)
    await db().update(markets).set({ lat: 39.2881, lng: -76.5378 }).where(eq(markets.id, store.id))
    const far = await shopper.open("/shopping-cart")
    expect(far.get("region", "Shoe Corner").textContent).toMatch(
      /Shoe Corner is 1\d\d(\.\d)? miles from 10001 and delivers up to 25 miles/,
    )
    const sum = (page: HtmlPage) => page.get("complementary", "Your estimate").textContent
    expect(sum(far)).toContain("1 delivery to 10001$3.99")
    expect(sum(far)).toContain("1 delivery to 10001Not possible")
    expect(sum(far)).toContain("2 items, estimated, without 1 of 2 deliveries")
    expect(far.text).toContain("1 of 2 markets can deliver to 10001")
    const alone = await far.press("Save for later: Sugar melon")
    expect(sum(alone)).toContain("Delivery to 10001Not possible")
    expect(sum(alone)).toContain("1 item, estimated, without delivery")
    expect(sum(alone)).not.toContain("$0.00")
    await alone.press("Move to cart: Sugar melon")
    shopper.cookies.set("place", "Nowhereville")
    expect((await shopper.open("/shopping-cart")).text).toContain("from $3.99")
  })

  it("names the distance and not the minimum of a market that is too far, where more of it would not help", {
    tags: ["CART-14", "CAL-8"],
  }, async () => {
    const { shopper, store } = await inTheCart()
    await aCalendar(db(), store, { deliveryMinimumCents: cents(20_000) })
    await db().update(markets).set({ lat: 39.2881, lng: -76.5378 }).where(eq(markets.id, store.id))
    shopper.cookies.set("place", "10001")
    const tooFar = /Shoe Corner is 1\d\d(\.\d)? miles from 10001 and delivers up to 25 miles/
    const cart = await (await shopper.open("/shopping-cart")).press("Show times and fees", {
      [HOW]: "Delivery",
    })
    const rejected = await cart.press("Proceed Checkout", { [HOW]: "Delivery" })
    expect(rejected.path).toBe("/shopping-cart")
    expect(rejected.all("alert")[0]?.textContent).toMatch(tooFar)
    for (const page of [cart, rejected]) {
      expect(page.get("region", "Shoe Corner").textContent).toMatch(tooFar)
      expect(page.text).not.toContain("Add $80.00 more")
    }
    const shipTo = await (await shopper.open("/ship-to")).press("Submit", SHIP_TO)
    expect(shipTo.all("alert")[0]?.textContent).toMatch(tooFar)
  })

  it("saves for later and back, a whole market where it takes no orders, and undoes a cleared cart", {
    tags: ["CART-17", "CART-21"],
  }, async () => {
    const { shopper, stall, ctx, melon } = await inTheCart()
    const cart = await shopper.open("/shopping-cart")
    const saved = await cart.press("Save for later: Walking shoes")
    const list = saved.get("region", "Saved for later")
    expect(list.textContent).toContain("Size 8")
    const back = await saved.press("Move to cart: Walking shoes")
    expect(back.text).not.toContain("Saved for later")
    await aCalendar(db(), stall, { pausedAt: new Date(), pauseReason: "Away for the harvest" })
    const paused = await shopper.open("/shopping-cart")
    const rest = await paused.press("Save all for later")
    expect(rest.text).not.toContain("Away for the harvest")
    expect((await rest.press("Move to cart: Sugar melon")).status).toBe(422)
    const unsaved = await rest.press("Remove from saved: Sugar melon")
    expect(unsaved.text).not.toContain("Saved for later")
    expect(unsaved.text).toContain("Sugar melon was removed from your saved items.")
    expect((await unsaved.press("Undo")).get("region", "Saved for later").textContent).toContain(
      "Sugar melon",
    )
    await rest.press("Remove from saved: Sugar melon")
    await aCalendar(db(), stall, { pausedAt: null })
    await addToCart(ctx, { productId: melon.id, size: "", quantity: 3 })
    const dialog = (await unsaved.follow("Clear Cart")).get("dialog", "Clear the cart?")
    const asked = await unsaved.follow("Clear Cart")
    expect(dialog).toBeTruthy()
    const cleared = await asked.press("Clear Cart", {}, asked.get("dialog", "Clear the cart?"))
    expect(cleared.text).toContain("There are no items on your shopping cart")
    expect(cleared.text).toContain("4 items were removed from your cart.")
    const undone = await cleared.press("Undo")
    expect(undone.text).toContain("Walking shoes")
    expect(undone.text).not.toContain("removed from your cart")
  })
})
