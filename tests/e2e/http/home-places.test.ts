import { describe, expect, it } from "vitest"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

const namesOn = (page: HtmlPage) =>
  [...page.document.querySelectorAll("li.market-card h3")].map((name) => name.textContent)

describe("the place of home", { tags: ["NOJS-2"] }, () => {
  it("is the last one searched for, until another search, all markets, or one that finds nothing", {
    tags: ["HOME-16"],
  }, async () => {
    const [first, second] = [await aPlace(server), await aPlace(server)]
    for (const place of [first, second]) await aMarket(db(), place)
    const rosa = await visitor(server)
    expect((await rosa.open("/home")).get("heading", "All markets")).toBeTruthy()
    await rosa.open(`/home?zip=${first.zip}`)
    const again = await rosa.open("/")
    expect(again.get("heading", `1 market near ${first.zip}`)).toBeTruthy()
    expect(again.field("Zip").value).toBe(first.zip)
    expect(again.text).not.toContain("Welcome to Pushcart")
    const moved = await again.press("Find markets", { Zip: second.zip })
    expect(moved.get("heading", `1 market near ${second.zip}`)).toBeTruthy()
    // An invalid place does not change the saved one.
    await rosa.open("/home?zip=nowhere%20at%20all")
    expect((await rosa.open("/home")).get("heading", `1 market near ${second.zip}`)).toBeTruthy()
    // Without JavaScript, the location button takes up no space before "See all markets".
    const under = (await rosa.open("/home")).document.querySelector(".capsule-under")!
    expect([...under.children].find((child) => child.matches("[data-needs-js]"))?.className).toBe("js-only")
    const all = await (await rosa.open("/home")).follow("See all markets")
    expect(all.get("heading", "All markets")).toBeTruthy()
    expect((await rosa.open("/home")).text).toContain("Welcome to Pushcart")
    await rosa.open(`/home?near=${first.lat},${first.lng}`)
    expect((await rosa.open("/home")).get("heading", "1 market near you")).toBeTruthy()
    await rosa.open("/home?zip=99501")
    expect((await rosa.open("/home")).get("heading", "All markets")).toBeTruthy()
  })

  it("is nobody's mistake where the cookie names none any more", { tags: ["HOME-16"] }, async () => {
    const rosa = await visitor(server)
    for (const broken of ["%E0", "Atlantis", "1,2,3", "%00"]) {
      rosa.cookies.set("place", broken)
      const page = await rosa.open("/home")
      expect(page.status).toBe(200)
      expect(page.errorAt("Zip")).toBeUndefined()
      expect(page.field("Zip").value).toBe("")
    }
  })

  it("may be a city, whose namesakes are links, and what is none is said at the field", {
    tags: ["HOME-17", "HOME-7"],
  }, async () => {
    await aMarket(db(), { name: "Rose Stalls", lat: 45.52, lng: -122.67 })
    await aMarket(db(), { name: "Lobster Stalls", lat: 43.66, lng: -70.26 })
    const home = await (await visitor(server)).open("/home")
    const found = await home.press("Find markets", { Zip: "portland" })
    expect(found.get("heading", /near Portland, OR$/)).toBeTruthy()
    expect(found.field("Zip").value).toBe("portland")
    expect((await found.follow("Portland, ME")).field("Zip").value).toBe("Portland, ME")
    const unknown = await home.press("Find markets", { Zip: "Atlantis" })
    expect(unknown.status).toBe(422)
    expect(unknown.errorAt("Zip")).toContain("We don't know this city.")
    expect(unknown.field("Zip").value).toBe("Atlantis")
  })
})

describe("a market's card", () => {
  it("says what the market sells in numbers, and never a product's name or price", {
    tags: ["HOME-18"],
  }, async () => {
    const place = await aPlace(server)
    const market = await aMarket(db(), { ...place, name: "<b>Corner</b> Grocer" })
    await aCalendar(db(), market)
    for (const category of ["Vegetables", "Fruits", "Meat", "Dairy"])
      await aProduct(db(), market, { category, name: `Secret ${category}`, priceCents: 12_345 })
    const page = await (await visitor(server)).open(`/home?zip=${place.zip}`)
    const card = page.document.querySelector("li.market-card")
    expect(card?.querySelector("h3")?.textContent).toBe("<b>Corner</b> Grocer")
    expect(card?.getAttribute("data-number")).toBe("1")
    for (const text of ["Open", "less than 0.1 miles", "Vegetables, Fruits, Meat +1 · 4 products"])
      expect(card?.textContent).toContain(text)
    expect(card?.textContent).toContain("Delivery from $3.99")
    expect(card?.textContent).toMatch(/Pickup (today|tomorrow), /)
    const drawings = [...(card?.querySelectorAll("img") ?? [])].map((image) => image.getAttribute("src"))
    expect(drawings).toEqual(["vegetables", "fruits", "meat"].map((name) => `/drawings/${name}.svg`))
    expect(page.html).not.toContain("Secret")
    expect(page.html).not.toContain("123.45")
    expect(page.all("button", /^Favorite/)).toEqual([])
  })
})

describe("the markets of a place", { tags: ["NOJS-2"] }, () => {
  /** Fourteen open markets, half of which sell fruits, one closed market and one that does not deliver. */
  async function sixteen() {
    const place = await aPlace(server)
    for (let number = 1; number <= 14; number += 1) {
      const market = await aMarket(db(), {
        ...place,
        lat: place.lat + number / 1_000,
        name: `Sourdough open ${String(number).padStart(2, "0")}`,
      })
      await aCalendar(db(), market)
      await aProduct(db(), market, { category: number % 2 ? "Fruits" : "Meat" })
    }
    const closed = await aMarket(db(), { ...place, name: "Sourdough closed" })
    await aCalendar(db(), closed, { week: Array.from({ length: 7 }, () => []) })
    const pickup = await aMarket(db(), { ...place, name: "Sourdough pickup only" })
    await aCalendar(db(), pickup, { offersDelivery: false })
    return place
  }

  it("are filtered and sorted by links that keep each other, the place and the words, over all pages", {
    tags: ["HOME-19", "HOME-20", "HOME-22"],
  }, async () => {
    const place = await sixteen()
    const all = await (await visitor(server)).open(`/home?zip=${place.zip}&q=sourdough`)
    expect(all.get("heading", `16 markets near ${place.zip}`)).toBeTruthy()
    const open = await all.follow("Open now")
    expect(open.get("heading", `15 markets near ${place.zip}`)).toBeTruthy()
    expect(open.get("link", "Open now").getAttribute("aria-current")).toBe("true")
    expect(open.field(/Market name/).value).toBe("sourdough")
    const second = await open.follow("Page 2")
    expect(namesOn(second)).toEqual([
      "Sourdough open 10",
      "Sourdough open 11",
      "Sourdough open 12",
      "Sourdough open 13",
      "Sourdough open 14",
    ])
    const delivered = await second.follow("Delivers to me")
    expect(delivered.get("heading", `14 markets near ${place.zip}`)).toBeTruthy()
    expect(namesOn(delivered)[0]).toBe("Sourdough open 01")
    const fruits = await delivered.follow("Fruits")
    expect(namesOn(fruits)).toEqual(
      ["01", "03", "05", "07", "09", "11", "13"].map((one) => `Sourdough open ${one}`),
    )
    const sorted = await fruits.follow("Delivery fee")
    expect(namesOn(sorted)).toEqual(namesOn(fruits))
    const address = `zip=${place.zip}&q=sourdough&open=1&delivers=1&category=Fruits&sort=fee`
    expect(sorted.path).toBe(`/home?${address}`)
    expect((await sorted.follow("Open now")).path).toBe(`/home?${address.replace("open=1&", "")}`)
    // A new search preserves the filters.
    const again = await sorted.press("Find markets", { Zip: place.zip })
    expect(namesOn(again)).toEqual(namesOn(fruits))
    const dropped = await sorted.follow("Clear filters")
    expect(dropped.get("heading", `16 markets near ${place.zip}`)).toBeTruthy()
    expect(namesOn(dropped)).not.toContain("Sourdough pickup only")
    expect(namesOn(await dropped.follow("Page 2"))).toContain("Sourdough pickup only")
  })

  it("say where none fits the filters, with a link that drops them and no dialog; values of no sense say nothing", {
    tags: ["HOME-19"],
  }, async () => {
    const place = await sixteen()
    const rosa = await visitor(server)
    const none = await rosa.open(`/home?zip=${place.zip}&category=Shoes`)
    expect(none.text).toContain("No market here fits these filters right now.")
    expect(none.all("dialog")).toEqual([])
    expect(namesOn(await none.follow("Clear filters", none.document.querySelector(".empty")!))).toHaveLength(
      10,
    )
    const odd = await rosa.open(`/home?zip=${place.zip}&open=yes&category=Gold&sort=price&delivers=2`)
    expect(odd.get("heading", `16 markets near ${place.zip}`)).toBeTruthy()
  })
})

describe("a customer's favorites", { tags: ["NOJS-2"] }, () => {
  it("come and go by the heart of a card, and stand on home and dashboard", {
    tags: ["FAV-1", "FAV-2"],
  }, async () => {
    const place = await aPlace(server)
    const market = await aMarket(db(), { ...place, name: "Harbor Stalls" })
    const rosa = await visitor(server, (await aCustomer(db())).actor)
    expect((await rosa.open("/customer-dashboard")).text).toContain("No favorites yet.")
    const home = await rosa.open(`/home?zip=${place.zip}`)
    expect(home.all("navigation", "Your favorites")).toEqual([])
    const heart = (page: HtmlPage) => page.get("button", "Favorite: Harbor Stalls")
    expect(heart(home).getAttribute("aria-pressed")).toBe("false")
    const loved = await home.press("Favorite: Harbor Stalls")
    expect(loved.path).toBe(`/home?zip=${place.zip}`)
    expect(heart(loved).getAttribute("aria-pressed")).toBe("true")
    expect(loved.get("navigation", "Your favorites").textContent).toContain("Harbor Stalls")
    const dashboard = await rosa.open("/customer-dashboard")
    expect(dashboard.get("link", "Harbor Stalls").getAttribute("href")).toBe(
      `/market-info?market=${market.id}`,
    )
    const without = await dashboard.press("Favorite: Harbor Stalls")
    expect(without.path).toBe("/customer-dashboard")
    expect(without.text).toContain("No favorites yet.")
  })

  it("leads back to the card that was pressed, and to no other site", { tags: ["FAV-1"] }, async () => {
    const market = await aMarket(db())
    const { actor } = await aCustomer(db())
    const rosa = await visitor(server, actor)
    const press = async (page: string) =>
      (await rosa.post("/favorites", { marketId: market.id, favorite: "add", page })).path
    expect(await press("/home?zip=10001#market-1")).toBe("/home?zip=10001")
    for (const elsewhere of ["https://elsewhere.test/home", "//elsewhere.test", ""])
      expect(await press(elsewhere)).toBe("/customer-dashboard")
    const home = await rosa.open("/home")
    const field = home.document.querySelector<HTMLInputElement>("li.market-card input[name=page]")
    expect(field?.value).toMatch(/^\/home#market-[\w-]+$/)
  })

  it("finds no market that does not sell or is none", { tags: ["FAV-3"] }, async () => {
    const gone = await aMarket(db(), { subscription: "cancelled" })
    const rosa = await visitor(server, (await aCustomer(db())).actor)
    for (const marketId of [gone.id, crypto.randomUUID()])
      expect((await rosa.post("/favorites", { marketId, favorite: "add", page: "/home" })).status).toBe(404)
  })
})
