import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { updateCart } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { checkouts, markets, orders } from "#db/schema/index.ts"
import { aShopper, payOnProviderPage, SHIP_TO } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const db = () => server.database.db
const HOW = "Delivery or Pick up"
const AT_STALL = "Chelsea Stall: delivery or pickup"
const AT_SHOES = "Shoe Corner: delivery or pickup"
const FAR = { city: "Portland", state: "OR", zip: "97201", lat: 45.5, lng: -122.7 }

async function inTheCart(place = {}) {
  const made = await twoMarkets(db(), place)
  for (const market of [made.stall, made.store]) await aCalendar(db(), market)
  const { melon, shoes } = made
  const one = await aShopper(server, [{ productId: melon.id }, { productId: shoes.id, size: "8" }])
  return { ...made, ...one, cart: await one.shopper.open("/shopping-cart") }
}

const partOf = (page: HtmlPage, name: string) => page.get("heading", name).closest("section")!
const noticesOf = (page: HtmlPage) =>
  [...page.document.querySelectorAll(".notice")].map((notice) => notice.textContent).join("\n")

describe("a cart of two markets without JavaScript", { tags: ["CART-31", "NOJS-3"] }, () => {
  it("is delivered by one and picked up at the other, and each page says which is which", {
    tags: ["PAY-71"],
  }, async () => {
    const { cart, shopper, customer } = await inTheCart()
    expect(cart.all("combobox", AT_STALL)).toEqual([])
    const chosen = await cart.press("Show times and fees", { [HOW]: "Delivery" })
    expect([chosen.field(AT_STALL).value, chosen.field(AT_SHOES).value]).toEqual(["delivery", "delivery"])
    const mixed = await chosen.press(
      "Show its times and fee",
      { [AT_STALL]: "Pick up" },
      cardOf(chosen, AT_STALL),
    )
    expect([mixed.field(AT_STALL).value, mixed.field(AT_SHOES).value]).toEqual(["pickup", "delivery"])
    expect(mixed.text).toContain("1 delivery and 1 pickup, one payment")
    expect(mixed.field("Chelsea Stall, pickup").querySelectorAll("option").length).toBeGreaterThan(1)
    expect(mixed.field("Shoe Corner, delivery").querySelectorAll("option").length).toBeGreaterThan(1)
    const shipTo = await mixed.press("Proceed Checkout")
    expect(shipTo.path).toBe("/ship-to")
    const pay = await shipTo.press("Submit", { ...SHIP_TO, Zip: "10009" })
    expect(pay.path).toBe("/pay")
    const [stall, shoes] = [partOf(pay, "Chelsea Stall"), partOf(pay, "Shoe Corner")]
    expect(stall.textContent).toContain("Pick up")
    expect(stall.textContent).toContain("75 9th Ave, New York, NY 10001 on a map")
    expect(stall.textContent).not.toContain("1 Main St")
    expect(shoes.textContent).toContain("Delivery to 1 Main St, New York, NY 10009")
    expect(shoes.textContent).not.toContain("on a map")
    expect(pay.get("link", "Change how you get it from Chelsea Stall").getAttribute("href")).toBe(
      "/shopping-cart",
    )
    expect(pay.get("link", "Change how you get it from Shoe Corner").getAttribute("href")).toBe("/ship-to")
    // $12.34 + $120.00, one fee, 4% on the shoes and on their delivery.
    expect(pay.text).toContain("$141.29")
    const thanks = await payOnProviderPage(pay)
    expect(thanks.text).toContain("Both orders are placed. You paid $141.29 once")
    const placed = await db()
      .select()
      .from(orders)
      .where(eq(orders.customerId, customer.userId))
      .orderBy(orders.number)
    expect(placed.map((order) => [order.fulfilment, order.totalCents])).toEqual([
      ["pickup", 1234],
      ["delivery", 12_000 + 399 + 480 + 16],
    ])
    const purchase = await shopper.open(`/purchase?id=${placed[0]!.checkoutId}`)
    for (const page of [thanks, purchase]) {
      expect(page.text).toContain("1 Main St")
      expect(page.text).toContain("75 9th Ave")
      expect(page.text).toContain(placed[0]!.confirmation)
    }
  })

  it("asks where to deliver, though the cart's own choice is pickup", { tags: ["PAY-71"] }, async () => {
    const { cart, ctx, store } = await inTheCart()
    const chosen = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    const shipTo = await chosen.press("Proceed Checkout", { [AT_SHOES]: "Delivery" })
    expect(shipTo.path).toBe("/ship-to")
    expect((await viewCart(ctx)).markets.find(({ id }) => id === store.id)!.fulfilment).toBe("delivery")
    expect((await shipTo.press("Submit", { ...SHIP_TO, Zip: "10009" })).path).toBe("/pay")
  })

  it("goes to payment at once where all is picked up, by its own choice or by each market's", async () => {
    const { cart } = await inTheCart()
    const chosen = await cart.press("Show times and fees", { [HOW]: "Delivery" })
    const pay = await chosen.press("Proceed Checkout", { [AT_STALL]: "Pick up", [AT_SHOES]: "Pick up" })
    expect(pay.path).toBe("/pay")
  })

  it("is set again for all markets by the cart's choice", async () => {
    const { cart, ctx, stall } = await inTheCart()
    const chosen = await cart.press("Show times and fees", { [HOW]: "Delivery" })
    await updateCart(ctx, { fulfilments: { [stall.id]: "pickup" } })
    const mixed = await chosen.visitor.open("/shopping-cart")
    const again = await mixed.press("Show times and fees", { [HOW]: "Pick up" })
    expect([again.field(AT_STALL).value, again.field(AT_SHOES).value]).toEqual(["pickup", "pickup"])
  })

  it("offers pickup for the market alone that is too far, in the cart and on Ship To", {
    tags: ["SHIP-13"],
  }, async () => {
    const { stall, ctx, shopper, cart } = await inTheCart()
    await db().update(markets).set(FAR).where(eq(markets.id, stall.id))
    const shipTo = await cart.press("Proceed Checkout", { [HOW]: "Delivery" })
    const rejected = await shipTo.press("Submit", { ...SHIP_TO, Zip: "10009" })
    expect(rejected.path).toBe("/ship-to")
    expect(noticesOf(rejected)).toContain("Chelsea Stall is ")
    const told = await shopper.open("/shopping-cart")
    expect(noticesOf(told)).toContain("Chelsea Stall is ")
    const picked = await told.press("Pick up here")
    expect([picked.field(AT_STALL).value, picked.field(AT_SHOES).value]).toEqual(["pickup", "delivery"])
    await updateCart(ctx, { fulfilments: { [stall.id]: "delivery" } })
    const pay = await rejected.press("Pick up instead")
    expect(pay.path).toBe("/pay")
    expect(partOf(pay, "Chelsea Stall").textContent).toContain("Pick up")
    expect(partOf(pay, "Shoe Corner").textContent).toContain("Delivery to 1 Main St")
  })

  it("pays what was shown, though the choice was changed in another tab meanwhile", {
    tags: ["PAY-71"],
  }, async () => {
    const { cart, ctx, stall, store, customer } = await inTheCart()
    const chosen = await cart.press("Show times and fees", { [HOW]: "Delivery" })
    const shipTo = await chosen.press("Proceed Checkout", { [AT_STALL]: "Pick up" })
    const pay = await shipTo.press("Submit", { ...SHIP_TO, Zip: "10009" })
    const fulfilments = { [stall.id]: "delivery" as const, [store.id]: "pickup" as const }
    await updateCart(ctx, { fulfilments })
    await payOnProviderPage(pay)
    const placed = await db()
      .select({ fulfilment: orders.fulfilment })
      .from(orders)
      .where(eq(orders.customerId, customer.userId))
      .orderBy(orders.number)
    expect(placed.map(({ fulfilment }) => fulfilment)).toEqual(["pickup", "delivery"])
    expect(await db().$count(checkouts, eq(checkouts.customerId, customer.userId))).toBe(1)
  })
})

const cardOf = (page: HtmlPage, label: string) => page.field(label).closest("section, article, .card")!
