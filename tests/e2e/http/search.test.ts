import { describe, expect, it } from "vitest"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { oddSearches } from "#tests/support/odd-searches.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** Two markets near their own ZIP code: both sell eggs, and one also sells boots with eggs on them. */
async function twoMarkets() {
  const { db } = server.database
  const place = await aPlace(server)
  const close = await aMarket(db, { ...place, name: "Canton Square Greens" })
  const far = await aMarket(db, { ...place, name: "Greektown Table", lat: place.lat + 0.05 })
  await aCalendar(db, close)
  await aCalendar(db, far)
  const name = "Large Brown Eggs <b>dozen</b>"
  await aProduct(db, close, { name, priceCents: 549, stock: 3, unit: "each", unitAmount: 12 })
  await aProduct(db, far, { name: "Duck Eggs", priceCents: 690, stock: 0 })
  await aProduct(db, far, {
    name: "Egg Boots",
    category: "Shoes",
    section: "Working Shoes",
    sizes: { "9": 3 },
  })
  return place
}

const customer = async () => visitor(server, (await aCustomer(server.database.db)).actor)

describe("a customer without JavaScript who searches products", { tags: ["NOJS-2"] }, () => {
  it("reads what the nearest markets have, and puts it into the cart without leaving", {
    tags: ["SEARCH-1"],
  }, async () => {
    const place = await twoMarkets()
    const home = await (await customer()).open("/home")
    const found = await home.press("Find markets", { Zip: place.zip, "Products or markets": "eggs" })
    expect(found.get("heading", `eggs near ${place.zip}`)).toBeTruthy()
    expect(found.text).toContain("3 products at 2 markets within 25 miles")
    const names = found
      .all("heading", /^(Canton Square Greens|Greektown Table)$/)
      .map((one) => one.textContent)
    expect(names).toEqual(["Canton Square Greens", "Greektown Table"])
    expect(found.text).toContain("Large Brown Eggs <b>dozen</b>")
    expect(found.text).toContain("$5.49$0.46 each")
    expect(found.text).toContain("Only 3 are left")
    expect(found.text).toContain("Sold Out")
    expect(found.all("button", /^Add to the cart: Duck Eggs/)).toHaveLength(0)
    expect(found.get("link", "Choose a size: Egg Boots")).toBeTruthy()
    const added = await found.press("Add to the cart: Large Brown Eggs <b>dozen</b>")
    expect(added.path).toContain("q=eggs")
    expect(added.text).toContain("Large Brown Eggs <b>dozen</b> ×1, $5.49")
    expect(added.text).toContain("1 in your cart")
    expect(added.text).toContain("Go to Shopping Cart")
  })

  it("reads no number of products where only a market's name was found", { tags: ["SEARCH-1"] }, async () => {
    const place = await twoMarkets()
    const found = await (await customer()).open(`/home?zip=${place.zip}&q=greektown`)
    expect(found.text).toContain("1 market within 25 miles")
    expect(found.text).not.toContain("0 products")
  })

  it("is led back to where the product stands, with place, words, filters, sort and page", {
    tags: ["SEARCH-1"],
  }, async () => {
    const place = await twoMarkets()
    const shopper = await customer()
    const { path } = await shopper.open(`/home?zip=${place.zip}&q=eggs&open=1&delivers=1&sort=fee&page=1`)
    const page = await shopper.open(path)
    const button = page.get("button", "Add to the cart: Large Brown Eggs <b>dozen</b>")
    const tile = button.closest("li")!
    expect(tile.id).toMatch(/^product-/)
    const back = button.closest("form")!.querySelector<HTMLInputElement>("[name=page]")!.value
    expect(back).toBe(`${path}#${tile.id}`)
    const added = await page.press("Add to the cart: Large Brown Eggs <b>dozen</b>")
    expect(added.path).toBe(path)
    const less = await added.press("Remove from the cart: Large Brown Eggs <b>dozen</b>")
    expect(less.path).toBe(path)
    expect(less.text).not.toContain("in your cart")
  })

  it("is told in place when there is no more of it", async () => {
    const place = await twoMarkets()
    let page = await (await customer()).open(`/home?zip=${place.zip}&q=brown`)
    const add = "Add to the cart: Large Brown Eggs <b>dozen</b>"
    for (const [index] of [1, 2, 3].entries()) {
      page = await page.press(add)
      expect(page.text).toContain(`${index + 1} in your cart`)
    }
    expect(page.get("button", add).hasAttribute("disabled")).toBe(true)
  })

  it("reads what was looked for instead of a misspelled word, and can insist on it", {
    tags: ["SEARCH-2"],
  }, async () => {
    const place = await twoMarkets()
    const found = await (await customer()).open(`/home?zip=${place.zip}&q=egss`)
    expect(found.text).toContain("We looked for eggs. You typed “egss”.")
    const exact = await found.follow("Search for “egss” instead")
    expect(exact.text).not.toContain("Large Brown Eggs")
    const back = await exact.follow(`See markets near ${place.zip}`)
    expect(back.get("heading", `2 markets near ${place.zip}`)).toBeTruthy()
  })

  it("sorts by price, which stays with other filters and words", { tags: ["SEARCH-1"] }, async () => {
    const place = await twoMarkets()
    const shopper = await customer()
    const found = await shopper.open(`/home?zip=${place.zip}&q=eggs&open=1`)
    const sorted = await found.follow("Price")
    expect(sorted.path).toBe(`/home?zip=${place.zip}&q=eggs&open=1&sort=price`)
    expect(sorted.get("link", "Price").getAttribute("aria-current")).toBe("true")
    expect(sorted.text).toContain("Lowest price first, before delivery and tax")
    // The boots cost less than the nearer market's eggs.
    const names = sorted
      .all("heading", /^(Canton Square Greens|Greektown Table)$/)
      .map((one) => one.textContent)
    expect(names).toEqual(["Greektown Table", "Canton Square Greens"])
    const again = await sorted.press("Find markets", { "Products or markets": "egg" })
    expect(again.path).toContain("q=egg")
    expect(again.path).toContain("sort=price")
    const markets = await shopper.open(`/home?zip=${place.zip}&sort=price`)
    expect(markets.get("link", "Distance").getAttribute("aria-current")).toBe("true")
    expect(markets.all("link", "Price")).toHaveLength(0)
  })

  it("narrows by category with counts, and is asked for a place where there is none", async () => {
    const place = await twoMarkets()
    const shopper = await customer()
    const found = await shopper.open(`/home?zip=${place.zip}&q=eggs`)
    const shoes = await found.follow("Shoes 1")
    expect(shoes.text).toContain("1 product at 1 market within 25 miles")
    expect(shoes.text).not.toContain("Duck Eggs")
    const nowhere = await (await customer()).open("/home?zip=&q=eggs")
    expect(nowhere.text).toContain("Enter your zip code or city too")
  })
})

describe("a visitor who is not signed in", () => {
  it("finds markets by name and never reads a product, its picture or its price", {
    tags: ["SEARCH-3"],
  }, async () => {
    const place = await twoMarkets()
    const someone = await visitor(server)
    const named = await someone.open(`/home?zip=${place.zip}&q=canton`)
    expect(named.get("heading", "Canton Square Greens")).toBeTruthy()
    expect(named.all("heading", "Greektown Table")).toHaveLength(0)
    const eggs = await someone.open(`/home?zip=${place.zip}&q=eggs`)
    expect(eggs.text).toContain("No market near you is named “eggs”.")
    expect(eggs.text).not.toContain("Brown")
    expect(eggs.text).not.toContain("$5.49")
    expect(eggs.document.querySelectorAll("main img[src*='/images/products/']")).toHaveLength(0)
    expect(eggs.document.querySelector(".notice a")?.getAttribute("href")).toContain("next=")
  })
})

describe("a customer without JavaScript in one market", { tags: ["NOJS-2"] }, () => {
  it("searches and sorts what it sells, and keeps both on the way to a product and back", {
    tags: ["SEARCH-5"],
  }, async () => {
    const { db } = server.database
    const market = await aMarket(db, await aPlace(server))
    await aCalendar(db, market)
    for (const [name, priceCents] of [
      ["Duck Eggs", 900],
      ["Brown Eggs", 500],
      ["Rye Bread", 450],
    ] as const)
      await aProduct(db, market, { name, priceCents, stock: 9 })
    const page = await (await customer()).open(`/market-info?market=${market.id}`)
    const productsOf = (found: typeof page) =>
      found.all("heading", /^(Duck Eggs|Brown Eggs|Rye Bread)$/).map((one) => one.textContent)
    expect(productsOf(page)).toEqual(["Duck Eggs", "Brown Eggs", "Rye Bread"])
    const found = await (await page.press("Search", { "Search this market": "egss" })).follow("Price")
    expect(productsOf(found)).toEqual(["Brown Eggs", "Duck Eggs"])
    expect(found.text).toContain("We looked for eggs. You typed “egss”.")
    expect(found.text).toContain("2 products found")
    const product = await found.follow("View Product: Duck Eggs")
    const back = await product.follow(market.name)
    expect(productsOf(back)).toEqual(["Brown Eggs", "Duck Eggs"])
    const none = await back.follow("Search for “egss” instead")
    expect(none.text).toContain("Nothing here matches.")
    expect(productsOf(await none.follow("Clear the search"))).toHaveLength(3)
  })
})

it("shows no error page for anything that somebody types", { tags: ["SEARCH-4"] }, async () => {
  const place = await twoMarkets()
  const shopper = await customer()
  // The longest texts do not fit into a URL; the form sends the first hundred characters.
  for (const text of oddSearches().slice(0, 60)) {
    const page = await shopper.open(
      `/home?${new URLSearchParams({ zip: place.zip, q: text.slice(0, 1_000) })}`,
    )
    expect(page.status, text.slice(0, 60)).toBe(200)
    expect(page.text).not.toContain("Something went wrong")
  }
})
