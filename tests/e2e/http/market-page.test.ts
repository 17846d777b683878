import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { cents } from "#core/money.ts"
import { sendOpeningAlerts } from "#core/opening-alerts/send-opening-alerts.server.ts"
import { cartLines } from "#db/schema/index.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** A market that is always open, and a signed-in customer who has searched for its place. */
async function aStall(facts: Parameters<typeof aCalendar>[2] = {}) {
  const { db } = server.database
  const place = await aPlace(server)
  const market = await aMarket(db, { ...place, name: "Corner Grocer" })
  await aCalendar(db, market, facts)
  const customer = await aCustomer(db)
  const rosa = await visitor(server, customer.actor)
  return { db, place, market, customer, rosa, stall: `/market-info?market=${market.id}` }
}

const tilesOf = (page: HtmlPage) => [...page.document.querySelectorAll("li.tile")]
const namesOf = (page: HtmlPage) => tilesOf(page).map((tile) => tile.querySelector("h3")?.textContent)
const quantitiesOf = async (userId: string) => {
  const { db } = server.database
  const lines = await db.select().from(cartLines).where(eq(cartLines.customerId, userId))
  return lines.map(({ quantity }) => quantity)
}

describe("a market's page without JavaScript", { tags: ["NOJS-2"] }, () => {
  it("shows a shelf for each category, all of one in a list, and the numbered pages of four", {
    tags: ["MARKET-3", "MARKET-11", "MARKET-10"],
  }, async () => {
    const { db, market, rosa, stall, place } = await aStall()
    for (let n = 1; n <= 50; n += 1)
      await aProduct(db, market, { name: `Pear ${n}`, category: "Fruits", priceCents: 1000 - n })
    await aProduct(db, market, { name: "Kale" })
    const page = await rosa.open(`${stall}&zip=${place.zip}`)
    expect(namesOf(page)).toEqual(["Kale", "Pear 1", "Pear 2", "Pear 3", "Pear 4"])
    expect(page.all("button", "Go")).toEqual([])

    const list = await page.follow("See all (50): Fruits")
    expect(tilesOf(list)).toHaveLength(48)
    const rest = await list.follow("Next")
    expect(namesOf(rest)).toEqual(["Pear 49", "Pear 50"])
    expect((await rosa.open(`${rest.path}&part=9`)).path).toContain("part=2")
    const product = await rest.follow("View Product: Pear 50")
    expect(namesOf(await product.follow("Corner Grocer"))).toEqual(["Pear 49", "Pear 50"])
    const cheapest = await list.follow("Price")
    expect(namesOf(cheapest)[0]).toBe("Pear 50")
    expect(tilesOf(cheapest)).toHaveLength(48)

    const grid = await page.follow("Fruits 50", page.get("navigation", "Categories"))
    expect(namesOf(grid)).toEqual(["Pear 1", "Pear 2", "Pear 3", "Pear 4"])
    const numbered = await grid.visitor.send(grid, grid.get("button", "Go").closest("form")!, [["page", "7"]])
    const links = [...numbered.get("navigation", "Pages").querySelectorAll("a, span")]
    expect(links.map((link) => link.textContent)).toEqual([
      "Previous",
      "1",
      "…",
      "5",
      "6",
      "7",
      "8",
      "9",
      "…",
      "13",
      "Next",
    ])
    expect(tilesOf(await numbered.follow("See all (50): Fruits"))).toHaveLength(48)
    // A search within a category lists its matches in one list.
    const searched = await numbered.press("Search", { "Search this market": "pears" })
    expect(searched.text).toContain("50 products found")
    expect(tilesOf(searched)).toHaveLength(48)
    expect((await numbered.follow(`Markets near ${place.zip}`)).path).toBe(`/home?zip=${place.zip}`)
  })

  it("tells before any product where the market is, when it is open, and what an order costs", {
    tags: ["MARKET-1", "MARKET-12"],
  }, async () => {
    const { db, market, rosa, stall, place } = await aStall({
      deliveryMinimumCents: cents(2_500),
      pickupMinimumCents: cents(1_000),
    })
    await aProduct(db, market)
    const stranger = await rosa.open(stall)
    expect(stranger.text).toContain("From $3.99 · orders from $25.00")
    expect(stranger.get("link", "All markets")).toBeTruthy()
    const page = await rosa.open(`${stall}&zip=${place.zip}`)
    for (const text of ["Next delivery", "Next pickup", "All sales are final", "Open"])
      expect(page.text).toContain(text)
    expect(page.text).toContain(`$3.99 to ${place.zip} · orders from $25.00`)
    expect(page.text).toContain("Free · orders from $10.00")
    expect(page.get("link", "Call 212-555-0134").getAttribute("href")).toBe("tel:212-555-0134")
    expect(page.get("link", "Directions").getAttribute("href")).toContain("75%209th%20Ave")
    expect(page.get("button", "Favorite: Corner Grocer").getAttribute("aria-pressed")).toBe("false")
    const loved = await page.press("Favorite: Corner Grocer")
    expect(loved.get("button", "Favorite: Corner Grocer").getAttribute("aria-pressed")).toBe("true")
    // The place of the last search is remembered.
    await rosa.open(`/home?zip=${place.zip}`)
    expect((await rosa.open(stall)).text).toContain(`$3.99 to ${place.zip}`)
    rosa.cookies.set("place", "nowhere at all")
    expect((await rosa.open(stall)).get("link", "All markets")).toBeTruthy()
  })

  it("adds and takes out where it is, and keeps category, page and search", {
    tags: ["MARKET-10", "MARKET-14", "MARKET-15"],
  }, async () => {
    const { db, market, customer, rosa, stall } = await aStall()
    for (let n = 1; n <= 5; n += 1) await aProduct(db, market, { name: `Pear ${n}`, priceCents: 615 })
    const where = `${stall}&category=Vegetables&page=2&q=pear`
    const page = await rosa.open(where)
    const added = await page.press("Add to the cart: Pear 5")
    expect(added.path).toBe(where)
    expect(added.text).toContain("Pear 5 ×1, $6.15")
    const twice = await added.press("Add to the cart: Pear 5")
    expect(twice.path).toBe(where)
    expect(twice.text).toContain("Pear 5 ×2, $12.30")
    const toast = twice.document.querySelector(".toast a")
    expect([toast?.textContent, toast?.getAttribute("href")]).toEqual(["View cart", "/shopping-cart"])
    expect(twice.get("complementary", "Your cart").textContent).toContain("2 items, $12.30")
    expect(twice.get("complementary", "In your cart").textContent).toContain("2 × Pear 5")
    expect(await quantitiesOf(customer.userId)).toEqual([2])
    const fewer = await twice.press("One less: Pear 5")
    expect(fewer.path).toBe(where)
    expect(await quantitiesOf(customer.userId)).toEqual([1])
    const none = await fewer.press("Remove from the cart: Pear 5")
    expect(none.path).toBe(where)
    expect(await quantitiesOf(customer.userId)).toEqual([])
    expect(none.all("complementary", "Your cart")).toEqual([])
  })

  it("adds no more than there are, and takes nothing out of another's cart", {
    tags: ["MARKET-14"],
  }, async () => {
    const { db, market, customer, rosa, stall } = await aStall()
    const pear = await aProduct(db, market, { name: "Last pear", stock: 1 })
    const full = await (await rosa.open(stall)).press("Add to the cart: Last pear")
    expect(full.get("button", "Add to the cart: Last pear").hasAttribute("disabled")).toBe(true)
    const over = await rosa.post("/add-to-cart", { productId: pear.id, quantity: "1", page: stall })
    expect(over.path).toBe(stall)
    expect(over.text).toContain("there are only 1 left")

    const [line] = await db.select().from(cartLines).where(eq(cartLines.customerId, customer.userId))
    const stranger = await visitor(server, (await aCustomer(db)).actor)
    for (const quantity of ["0", "1"])
      await stranger.post("/set-quantity", { lineId: line!.id, quantity, page: stall })
    expect(await quantitiesOf(customer.userId)).toEqual([1])
    const odd = await rosa.post("/set-quantity", { lineId: line!.id, quantity: "-3", page: stall })
    expect(odd.text).toContain("This could not be changed.")
    expect(await quantitiesOf(customer.userId)).toEqual([1])
  })

  it("leads to the product where a size has to be chosen, and offers nothing that is sold out", {
    tags: ["MARKET-14"],
  }, async () => {
    const { db, market, rosa, stall } = await aStall()
    const boots = { category: "Shoes", section: "Working Shoes", sizes: { "9": 3 } } as const
    await aProduct(db, market, { name: "Barn boots", ...boots })
    await aProduct(db, market, { name: "Last melon", stock: 0 })
    const page = await rosa.open(stall)
    expect((await page.follow("Choose a size: Barn boots")).get("heading", "Barn boots")).toBeTruthy()
    expect(page.all("button", /^Add to the cart/)).toEqual([])
    expect(page.text).toContain("Sold Out")
  })

  it("begins with what was bought here before", { tags: ["MARKET-13"] }, async () => {
    const { db, market, customer, rosa, stall } = await aStall()
    await aProduct(db, market, { name: "Kale" })
    const milk = await aProduct(db, market, { name: "Milk", category: "Dairy" })
    expect((await rosa.open(stall)).all("heading", "Buy again")).toEqual([])
    await anOrder(db, { customer, market, product: milk })
    const page = await rosa.open(stall)
    expect(page.get("heading", "Buy again")).toBeTruthy()
    expect(namesOf(page)).toEqual(["Milk", "Kale", "Milk"])
    expect((await page.follow("Your past orders")).path).toBe("/customer-orders")
    const stranger = await visitor(server, (await aCustomer(db)).actor)
    expect(namesOf(await stranger.open(stall))).toEqual(["Kale", "Milk"])
  })

  it("sells for its next opening while it is closed", { tags: ["MARKET-16", "CAL-6"] }, async () => {
    const { db, market, rosa, stall } = await aStall({
      week: tomorrowOnly(new Date()),
    })
    await aProduct(db, market, { name: "Kale" })
    const page = await rosa.open(stall)
    expect(page.text).toMatch(/Opens \w+ 9 am/)
    expect(page.get("heading", /^Order now for/)).toBeTruthy()
    expect(page.text).toContain("Choose a time in your cart.")
    expect((await page.press("Add to the cart: Kale")).text).toContain("Kale ×1, $4.00")
  })

  it("says while it is paused until when and why, what can be done, and what becomes of the cart", {
    tags: ["MARKET-16"],
  }, async () => {
    const { db, market, customer, rosa, stall, place } = await aStall()
    const kale = await aProduct(db, market, { name: "Kale" })
    const ctx = ctxFor(server.database, customer.actor)
    await addToCart(ctx, { productId: kale.id, size: "", quantity: 1 })
    await aCalendar(db, market, {
      pausedAt: new Date(),
      pausedUntil: "2099-10-05",
      pauseReason: "Away for the harvest",
    })
    const page = await rosa.open(`${stall}&zip=${place.zip}`)
    expect(page.text).toContain("Paused until Monday, October 5")
    expect(page.text).toContain(
      "Corner Grocer isn't taking orders until Monday, October 5. Away for the harvest.",
    )
    expect(page.text).toContain("1 item in your cart is from here.")
    expect(page.all("button", /^Add to the cart/)).toEqual([])
    expect(page.get("link", "View Product: Kale")).toBeTruthy()
    const open = await page.follow("See markets that are open")
    expect(open.path).toBe(`/home?zip=${place.zip}&open=1`)
  })

  it("tells whoever asked when it takes orders again, by the notifications menu and by email", {
    tags: ["ALERT-1", "ALERT-2"],
  }, async () => {
    const { db, market, customer, rosa, stall, place } = await aStall()
    await aCalendar(db, market, { pausedAt: new Date(), pausedUntil: null })
    const address = `${stall}&zip=${place.zip}`
    const page = await rosa.open(address)
    const asked = await page.press("Notify me when it opens")
    expect(asked.path).toBe(address)
    expect(asked.text).toContain("We'll notify you when Corner Grocer is taking orders again.")
    const back = await asked.press("We'll notify you when it opens")
    expect(back.all("button", "We'll notify you when it opens")).toEqual([])
    await back.press("Notify me when it opens")
    const loved = await (await rosa.open(address)).press("Add to your favorites")
    expect(loved.get("button", "In your favorites")).toBeTruthy()
    await aCalendar(db, market, { pausedAt: null })
    // The page that was already open still has the button, but there is nothing to wait for anymore.
    const late = await page.press("Notify me when it opens")
    expect(late.text).toContain("Corner Grocer is taking orders again.")
    expect(late.all("button", /it opens$/)).toEqual([])
    await sendOpeningAlerts(systemCtx(server.database))
    const email = await waitForEmail(server, {
      to: customer.email,
      subject: "Corner Grocer is taking orders again",
    })
    expect(email.links[0]).toContain(stall)
    const home = await rosa.open("/home")
    expect(home.text).toContain("Corner Grocer is taking orders again.")
    expect((await home.press("See Market")).path).toBe(stall)
  })

  it("leads who is signed out to sign in, and back to where they can ask", {
    tags: ["ALERT-1", "GUARD-9"],
  }, async () => {
    const { db, market, stall } = await aStall()
    await aCalendar(db, market, { pausedAt: new Date(), pausedUntil: null })
    const someone = await visitor(server)
    const shared = await someone.open(stall)
    expect(shared.text).toContain("Log in to look around, and to get notified when it's taking orders again.")
    const asked = { marketId: market.id, alert: "request", page: stall }
    const welcome = await someone.post("/opening-alerts", asked, { referer: `${server.url}${stall}` })
    expect(welcome.path).toBe(`/Welcome?next=${encodeURIComponent(stall)}`)
    expect(welcome.text).toContain("Log in, check it, and send it again.")
  })
})

/** A week whose only opening is at 9 am on the day after an instant, in every time zone of the country. */
function tomorrowOnly(now: Date) {
  const week: { opens: number; closes: number }[][] = Array.from({ length: 7 }, () => [])
  // The week starts on Monday. Two days ahead of UTC's weekday is tomorrow or later everywhere.
  week[(now.getUTCDay() + 6 + 2) % 7] = [{ opens: 9 * 60, closes: 17 * 60 }]
  return week
}
