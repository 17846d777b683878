import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { cents } from "#core/money.ts"
import { checkouts, markets, marketWindows, variants } from "#db/schema/index.ts"
import { aShopper, proceed, SHIP_TO } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"

const server = useSharedServer()
const db = () => server.database.db
const HOW = "Delivery or Pick up"

async function inTheCart(quantity = 1) {
  const made = await twoMarkets(db())
  const one = await aShopper(server, [{ productId: made.melon.id, quantity }])
  return { ...made, ...one, cart: await one.shopper.open("/shopping-cart") }
}

const noticesOf = (page: HtmlPage) =>
  [...page.document.querySelectorAll(".notice")].map((notice) => notice.textContent).join("\n")
const isMarked = (page: HtmlPage, label: string) => page.field(label).getAttribute("aria-invalid") === "true"

describe("the cart", { tags: ["NOJS-3", "NOJS-9"] }, () => {
  it("tells a changed price, and charges it only after it was seen", { tags: ["CART-13"] }, async () => {
    const { cart, melon } = await inTheCart()
    await db()
      .update(variants)
      .set({ priceCents: cents(1500) })
      .where(eq(variants.productId, melon.id))
    const told = await cart.press("Proceed Checkout", { [HOW]: "Pick up" })
    expect(told.all("alert")[0]?.textContent).toContain("Something in your cart changed")
    expect(noticesOf(told)).toContain("The price of Sugar melon changed from $12.34 to $15.00")
    const pay = await told.press("Proceed Checkout", { [HOW]: "Pick up" })
    expect(pay.path).toBe("/pay")
    expect(pay.text).toContain("$15.00")
  })

  it("rejects a quantity above the stock with the documented toast, and keeps the old one", {
    tags: ["CART-6", "CART-7"],
  }, async () => {
    const { cart, shopper } = await inTheCart(2)
    const lineId = cart.field("Quantity").name.split(".")[1]!
    const rejected = await shopper.post("/shopping-cart", { intent: "change", lineId, quantity: "9" })
    expect(rejected.document.querySelector(".toast")?.textContent).toContain("There is no more inventory")
    expect(rejected.field("Quantity").value).toBe("2")
    const changed = await rejected.press("Update", { Quantity: "8" })
    expect(changed.document.querySelector(".checkout-total")?.textContent).toContain("98.72")
  })

  it("wants a delivery choice, removes a line, and clears", {
    tags: ["CART-3", "CART-4", "CART-10"],
  }, async () => {
    const { cart } = await inTheCart()
    expect(isMarked(await cart.press("Proceed Checkout"), HOW)).toBe(true)
    const nothing = "There are no items on your shopping cart"
    expect((await cart.press(/^Remove from the cart/)).text).toContain(nothing)
    const other = await inTheCart()
    const asked = await other.cart.follow("Clear Cart")
    const dialog = asked.get("dialog", "Clear the cart?")
    expect((await asked.follow("Keep it", dialog)).text).toContain("Sugar melon")
    const cleared = await asked.press("Clear Cart", {}, dialog)
    expect(cleared.text).toContain(nothing)
    expect(cleared.get("link", "Shop").getAttribute("href")).toBe("/home")
  })

  it("counts nothing that can't be bought, and says so where somebody else is paying for the last", {
    tags: ["CART-12", "CART-73"],
  }, async () => {
    const { melon, shoes } = await twoMarkets(db())
    const wanted = [{ productId: melon.id }, { productId: shoes.id, size: "8" }]
    const { shopper } = await aShopper(server, wanted)
    const other = await aShopper(server, [{ productId: melon.id, quantity: 8 }])
    expect((await proceed(other.shopper, "Pick up")).path).toBe("/pay")
    const cart = await shopper.open("/shopping-cart")
    expect(noticesOf(cart)).toContain("Someone else is paying for the last Sugar melon.")
    const said = (page: HtmlPage) => ({
      items: page.get("complementary", "Your estimate").textContent,
      quantities: page.all("combobox", /^Quantity: /).length,
      proceed: page.all("button", "Proceed Checkout").length,
    })
    expect(said(cart)).toMatchObject({ quantities: 1, proceed: 0 })
    expect(said(cart).items).toContain("1 item$120.00")
    expect(cart.text.match(/Market total/g)).toHaveLength(1)
    const [line] = [...cart.document.querySelectorAll(".cart-line")]
    expect(cart.get("link", "See what you can't buy").getAttribute("href")).toContain(`#${line!.id}`)
    // They did not pay, so the item can be bought again.
    await db()
      .update(checkouts)
      .set({ status: "released" })
      .where(eq(checkouts.customerId, other.customer.userId))
    const stock = (quantity: number) =>
      db().update(variants).set({ stock: quantity }).where(eq(variants.productId, melon.id))
    await stock(8)
    const again = await cart.follow("Check again")
    expect(said(again)).toMatchObject({ quantities: 2, proceed: 1 })
    expect(said(again).items).toContain("2 items$132.34")
    await stock(0)
    const soldOut = await shopper.open("/shopping-cart")
    expect(noticesOf(soldOut)).toContain("Sugar melon is sold out.")
    expect(said(soldOut)).toMatchObject({ quantities: 1, proceed: 0 })
    const rest = await soldOut.press("Remove from the cart: Sugar melon")
    expect(said(rest)).toMatchObject({ quantities: 1, proceed: 1 })
  })

  it("puts a removed line back as it was, once", { tags: ["CART-17"] }, async () => {
    const { cart } = await inTheCart(3)
    const removed = await cart.press(/^Remove from the cart/)
    expect(removed.text).toContain("Sugar melon was removed from your cart.")
    const back = await removed.press("Undo")
    expect(back.path).toBe("/shopping-cart")
    expect(back.field("Quantity").value).toBe("3")
    expect((await removed.press("Undo")).field("Quantity").value).toBe("3")
    const { visitor } = back
    for (const query of ["removed=x", `removed=${crypto.randomUUID()}`, "removed="])
      expect((await visitor.open(`/shopping-cart?${query}`)).text).not.toContain("was removed")
  })

  it("says of what another tab took out in the same moment that it is gone", {
    tags: ["CART-22"],
  }, async () => {
    const { cart, ctx } = await inTheCart()
    const holder = await server.database.pool.connect()
    // The page's request has read the cart, and waits for a row while the line is being removed.
    await holder.query("begin")
    await holder.query("select from carts where customer_id = $1 for update", [ctx.actor.userId])
    const pressed = cart.press("Update", { "Note to Chelsea Stall (optional)": "Green ones" })
    await untilWaiting(server.database, 1)
    await holder.query("delete from cart_lines where customer_id = $1", [ctx.actor.userId])
    await holder.query("commit")
    holder.release()
    const told = await pressed
    expect(told.path).toBe("/shopping-cart")
    expect(told.text).toContain("This is no longer in your cart.")
  })

  it("says on the page and by the API that a total is more than one checkout takes, and holds nothing", {
    tags: ["CART-18"],
  }, async () => {
    const { shopper, ctx, melon } = await inTheCart()
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    const ofMelon = eq(variants.productId, melon.id)
    await db()
      .update(variants)
      .set({ priceCents: cents(99_999_00), stock: 100 })
      .where(ofMelon)
    const cart = await (await shopper.open("/shopping-cart")).press("Update", { Quantity: "11" })
    const sentence =
      "You can check out with at most $50,000.00, and your cart comes to $1,099,989.00. Please remove something and buy it later."
    expect(noticesOf(cart)).toContain(sentence)
    const rejected = await cart.press("Proceed Checkout", { [HOW]: "Pick up" })
    expect([rejected.path, noticesOf(rejected)]).toEqual([
      "/shopping-cart",
      expect.stringContaining(sentence),
    ])
    const asked = await fetch(`${server.url}/api/v1/pay/paymentIntent`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: server.url,
      },
      body: JSON.stringify({ value: 1 }),
    })
    expect([asked.status, await asked.json()]).toMatchObject([422, { detail: sentence }])
    expect(await db().select({ stock: variants.stock }).from(variants).where(ofMelon)).toEqual([
      { stock: 100 },
    ])
  })

  it("names a market that is too far to deliver, and picks up instead", {
    tags: ["CART-14"],
  }, async () => {
    const { cart, stall } = await inTheCart()
    await db()
      .update(markets)
      .set({ lat: 39.2881, lng: -76.5378, name: "Baltimore Stall" })
      .where(eq(markets.id, stall.id))
    const shipTo = await cart.press("Proceed Checkout", { [HOW]: "Delivery" })
    expect(shipTo.get("heading", "Ship To")).toBeTruthy()
    const tooFar = await shipTo.press("Submit", SHIP_TO)
    expect(noticesOf(tooFar)).toMatch(
      /Baltimore Stall is 1\d\d(\.\d)? miles away and delivers up to 25 miles/,
    )
    expect((await tooFar.press("Pick up instead")).path).toBe("/pay")
  })

  it("marks what is missing on Ship To, in order, and remembers the address", {
    tags: ["SHIP-1", "SHIP-2", "SHIP-3", "SHIP-4", "SHIP-9", "SHIP-10", "PLACE-6"],
  }, async () => {
    const { cart, customer } = await inTheCart()
    const page = await cart.press("Proceed Checkout", { [HOW]: "Delivery" })
    expect(page.path).toBe("/ship-to")
    expect(page.text).toContain("Please turn your phone in landscape mode")
    const words = (selector: string, from = page) =>
      [...from.document.querySelectorAll(selector)].map((one) => one.textContent?.replace(/\s+/g, " ").trim())
    expect(words("form.stack label, form .field > label")).toEqual([
      "First Name",
      "Last Name",
      "Address",
      "Address 1 (optional)",
      "Zip",
      "City",
      "State",
      "Email",
      "Phone",
      // Not part of the specification, so it comes after the specification's fields.
      "Drop-off note (optional)",
      "Save this address for next time",
      "Address name (optional)",
    ])
    const states = words("select[name=state] option")
    expect(states[0]).toBe("What state?")
    expect(states).toHaveLength(51)
    expect(page.field("Email").value).toBe(customer.email)
    const rejected = await page.press("Submit")
    expect(words(".summary a", rejected)).toEqual([
      "Enter the street address.",
      expect.stringMatching(/zip/),
      "Enter the city.",
      "Choose a state.",
      "Enter your phone number.",
    ])
    for (const label of ["Address", "City", "State", "Zip", "Phone"])
      expect(isMarked(rejected, label), label).toBe(true)
    const elsewhere = await rejected.press("Submit", { ...SHIP_TO, State: "OR" })
    expect(elsewhere.errorAt("State")).toBe(
      "Zip code 10001 is in New York. Choose NY, or check the zip code.",
    )
    const box = await elsewhere.press("Submit", { State: "NY", Address: "P.O. Box 12" })
    expect(box.errorAt("Address")).toBe("A courier can't deliver to a P.O. box. Enter the street.")
    const asked = await box.press("Submit", { Address: "Old Mill Farm" })
    expect(asked.errorAt("Address")).toMatch(/^This address has no number\./)
    expect((await asked.press("Submit", { "This address has no number": true })).path).toBe("/pay")
    const farm = await page.visitor.open("/ship-to")
    expect((await farm.press("Submit", { Address: "1 Main St" })).path).toBe("/pay")
    const again = await page.visitor.open("/ship-to")
    expect(again.field("Address").value).toBe("1 Main St")
    expect(again.field("Phone").value).toBe("212-555-0134")
  })

  it("starts the first address with the zip that was searched, and saves it", {
    tags: ["SHIP-11"],
  }, async () => {
    const { shopper, cart } = await inTheCart()
    await shopper.open("/home?zip=10003")
    const page = await cart.press("Proceed Checkout", { [HOW]: "Delivery" })
    expect(["Zip", "City", "State"].map((label) => page.field(label).value)).toEqual([
      "10003",
      "New York",
      "NY",
    ])
    expect(page.field("Address").value).toBe("")
    expect((await page.press("Submit", { ...SHIP_TO, Zip: "10003" })).path).toBe("/pay")
    const again = await shopper.open("/ship-to")
    expect(again.text).toContain("Your addresses")
  })
})

describe("/pay", () => {
  it("says where nothing is held that nothing was charged, and leads back to the cart", {
    tags: ["PAY-10"],
  }, async () => {
    const { shopper } = await inTheCart()
    const page = await shopper.open("/pay")
    expect(noticesOf(page)).toContain("Nothing was charged")
    expect((await page.follow("Go to Shopping Cart")).path).toBe("/shopping-cart")
  })

  it("says of an empty cart that there is nothing to pay", { tags: ["PAY-10"] }, async () => {
    const { shopper } = await aShopper(server)
    expect((await shopper.open("/pay")).text).toContain("there is nothing to pay")
  })

  it("shows for a pickup no delivery, and marks each fault of a billing address beside its field", {
    tags: ["PAY-2", "PAY-3"],
  }, async () => {
    const { shopper } = await inTheCart()
    const pay = await proceed(shopper, "Pick up")
    expect([...pay.document.querySelectorAll("main *")].map((one) => one.textContent)).not.toContain(
      "Delivery",
    )
    const rejected = await pay.press(/^Pay Now/, { "First Name": "", Zip: "12" })
    for (const label of ["First Name", "Address", "City", "State", "Zip"])
      expect(isMarked(rejected, label), label).toBe(true)
  })
})

describe("the time of a market's part of the cart", { tags: ["NOJS-3"] }, () => {
  it("is chosen without JavaScript, said on /pay, and asked for again where it does not fit the delivery choice", {
    tags: ["CAL-6"],
  }, async () => {
    const { cart, stall, melon } = await inTheCart()
    await aCalendar(db(), stall)
    const pickup = "Chelsea Stall, pickup"
    const shown = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    const offered = [...shown.field(pickup).querySelectorAll("option")].slice(1)
    const time = offered[2]!.getAttribute("value")!
    const chosen = await shown.press("Set the time", { [pickup]: offered[2]!.textContent! })
    expect(chosen.field(pickup).value).toBe(time)
    const pay = await chosen.press("Proceed Checkout", { [HOW]: "Pick up" })
    expect(pay.path).toBe("/pay")
    const hours = offered[2]!.textContent!.split(", ").at(-1)!
    expect(pay.text).toContain(hours)
    expect(await db().$count(marketWindows, eq(marketWindows.marketId, stall.id))).toBe(1)
    // The market was paused in the meantime: the cart, the product and the market show this, and nothing is added.
    await aCalendar(db(), stall, { pausedAt: new Date(), pauseReason: "Away for the harvest" })
    const told = "Chelsea Stall isn't taking orders right now. Away for the harvest."
    const { visitor } = pay
    expect(noticesOf(await visitor.open("/shopping-cart"))).toContain(told)
    const product = await visitor.open(`/view-product?product=${melon.id}`)
    expect(noticesOf(product)).toContain(told)
    expect(product.text).not.toContain("Add to the Cart")
    expect((await visitor.open(`/market-info?market=${stall.id}`)).text).toContain(told)
  })

  it("is carried by whatever button is pressed, with all else that was typed", {
    tags: ["CAL-6", "CART-22"],
  }, async () => {
    const { cart, stall, ctx } = await inTheCart()
    await aCalendar(db(), stall)
    const pickup = "Chelsea Stall, pickup"
    const note = "Note to Chelsea Stall (optional)"
    const shown = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    const [, , first, second] = shown.field(pickup).querySelectorAll("option")
    const timed = await shown.press("Set the time", { [pickup]: first!.textContent!, [note]: "Green ones" })
    expect(timed.field(pickup).value).toBe(first!.getAttribute("value"))
    expect(timed.text).toContain("“Green ones”")
    const pay = await timed.press("Proceed Checkout", { [HOW]: "Pick up", [pickup]: second!.textContent! })
    expect(pay.path).toBe("/pay")
    const { markets } = await viewCart(ctx)
    expect(markets[0]!.window?.startsAt.toISOString()).toBe(second!.getAttribute("value"))
  })

  it("is said at the market when it is not offered for the other choice", { tags: ["CAL-6"] }, async () => {
    const { cart, stall, ctx } = await inTheCart()
    await aCalendar(db(), stall, { week: Array.from({ length: 7 }, () => [{ opens: 0, closes: 24 * 60 }]) })
    const pickup = "Chelsea Stall, pickup"
    const shown = await cart.press("Show times and fees", { [HOW]: "Pick up" })
    const option = shown.field(pickup).querySelectorAll("option")[1]!
    await shown.press("Set the time", { [pickup]: option.textContent! })
    await aCalendar(db(), stall, { offersDelivery: false })
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    const told = await cart.visitor.open("/shopping-cart")
    expect(told.text).toContain("Chelsea Stall doesn't deliver. Choose Pick up to continue.")
    const rejected = await told.press("Proceed Checkout", { [HOW]: "Delivery" })
    expect(rejected.path).toBe("/shopping-cart")
    expect(rejected.text).toContain("Chelsea Stall doesn't deliver.")
  })
})
