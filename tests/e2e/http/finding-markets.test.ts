import { describe, expect, it } from "vitest"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

const named = (name: string) => `Check the market out: ${name}`

describe("a visitor who looks for markets", { tags: ["NOJS-2"] }, () => {
  it("searches by zip, nearest first, ten a page with numbered pages", {
    tags: ["HOME-1", "HOME-2", "HOME-3", "HOME-5"],
  }, async () => {
    const { db } = server.database
    const place = await aPlace(server)
    for (let n = 12; n >= 1; n -= 1)
      await aMarket(db, {
        ...place,
        name: `Stall ${String(n).padStart(2, "0")}`,
        lat: place.lat + n * 0.01,
      })
    await aMarket(db, {
      ...place,
      name: "Corner Grocer",
      address: "212 W 26th St",
      weekdayHours: "8am-7pm",
      saturdayHours: "7am-5pm",
      sundayHours: "Closed",
    })
    const home = await (await visitor(server)).open("/")
    expect(home.text).toContain("Welcome to Pushcart")
    const found = await home.press("Find markets", { Zip: place.zip })
    expect(found.get("heading", `13 markets near ${place.zip}`)).toBeTruthy()
    const cards = found.document.querySelectorAll("li.card")
    expect(cards.length).toBe(10)
    const [first] = cards
    expect(first?.textContent).toContain("Corner Grocer")
    expect(first?.textContent).toContain(`212 W 26th St, ${place.city}, ${place.state} ${place.zip}`)
    for (const hours of ["Mon-Fri8am-7pm", "Sat7am-5pm", "SunClosed"])
      expect(first?.textContent).toContain(hours)
    const names = found.all("heading", /^(Corner Grocer|Stall)/).map((one) => one.textContent)
    expect(names).toEqual([...names].sort())
    const second = await found.follow("Page 2")
    expect(second.document.querySelectorAll("li.card").length).toBe(3)
    const beyond = await home.visitor.open(`/home?zip=${place.zip}&page=99`)
    expect(beyond.path).toBe(`/home?zip=${place.zip}&page=2`)
    expect(beyond.document.querySelectorAll("li.card").length).toBe(3)
    const all = await found.press("Find markets", { Zip: "" })
    expect(all.get("heading", "All markets")).toBeTruthy()
    expect(all.document.querySelectorAll("li.card").length).toBe(10)
  })

  it("reads next to the field which zips are not known, and what was typed stays", {
    tags: ["HOME-7"],
  }, async () => {
    for (const [zip, message] of [
      ["123", "Enter a five-digit zip code, like 10001."],
      ["00000", "We don't know this zip code."],
    ] as const) {
      const page = await (await visitor(server)).open(`/home?zip=${zip}`)
      expect(page.errorAt("Zip")).toContain(message)
      expect(page.field("Zip").value).toBe(zip)
    }
  })

  it("is told in a dialog that no store was found, and closing it resets the form", {
    tags: ["HOME-8"],
  }, async () => {
    const page = await (await visitor(server)).open("/home?zip=99501")
    const dialog = page.get("dialog", "Sorry we couldn't find a store! :(")
    expect(page.field("Zip").value).toBe("")
    expect(page.text).not.toContain("No market sells within")
    expect(dialog.textContent).toContain("Please go tell your local market store about this platform...")
    const closed = await page.follow("Close", dialog)
    expect(closed.all("dialog")).toHaveLength(0)
    expect(closed.field("Zip").value).toBe("")
    expect(closed.get("heading", "All markets")).toBeTruthy()
  })

  it("is asked to sign in before they look inside, with the list where it was", {
    tags: ["GUARD-6", "HOME-9", "HOME-10"],
  }, async () => {
    const place = await aPlace(server)
    const market = await aMarket(server.database.db, { ...place, name: "Corner Grocer" })
    const found = await (await visitor(server)).open(`/home?zip=${place.zip}`)
    const link = found.get("link", named("Corner Grocer"))
    // The page that opens, and the one after it, scroll to the pressed market.
    expect(link.getAttribute("href")).toMatch(new RegExp(`#market-${market.id}$`))
    expect(found.document.getElementById(`market-${market.id}`)).toBeTruthy()
    const asked = await found.follow(named("Corner Grocer"))
    const dialog = asked.get("dialog", "Hi there!")
    expect(dialog.textContent).toContain("In order to see what this market sells, you need to be Log In!")
    expect(asked.get("link", "Close", dialog).getAttribute("href")).toMatch(
      new RegExp(`#market-${market.id}$`),
    )
    expect((await asked.follow("Close", dialog)).all("dialog")).toHaveLength(0)
    expect((await asked.follow("Sign In", dialog)).path).toBe(
      `/login?next=${encodeURIComponent(`/market-info?market=${market.id}&zip=${place.zip}`)}`,
    )
    expect((await found.visitor.open(`/market-info?market=${market.id}`)).path).toMatch(/^\/Welcome\?/)
  })
})

describe("a customer in a market", { tags: ["NOJS-2"] }, () => {
  async function corner() {
    const { db } = server.database
    const place = await aPlace(server)
    const market = await aMarket(db, { ...place, name: "Corner Grocer" })
    const rosa = await visitor(server, (await aCustomer(db)).actor)
    return { db, place, market, rosa }
  }

  it("goes to a page that has no number", { tags: ["NAV-14"] }, async () => {
    const { db, market, rosa } = await corner()
    for (let count = 0; count < 33; count += 1) await aProduct(db, market, { name: `Pear ${count}` })
    const page = await rosa.open(`/market-info?market=${market.id}&category=Vegetables`)
    const gone = await page.visitor.send(page, page.get("button", "Go").closest("form")!, [["page", "6"]])
    expect(gone.path).toBe(`/market-info?market=${market.id}&category=Vegetables&page=6`)
    expect(gone.get("link", "Page 6").getAttribute("aria-current")).toBe("page")
  })

  it("sees the stall: header, hours, categories, four products a page", {
    tags: ["MARKET-1", "MARKET-2", "MARKET-3", "MARKET-4", "MARKET-7"],
  }, async () => {
    const { db, place, market, rosa } = await corner()
    await aProduct(db, market, { name: "Curly kale", stock: 3 })
    for (const name of ["Tomatoes", "Carrots", "Corn"]) await aProduct(db, market, { name })
    const boots = { category: "Shoes", section: "Working Shoes", sizes: { "9": 3 } } as const
    await aProduct(db, market, { name: "Barn boots", ...boots })
    await aProduct(db, market, { name: "Last melon", stock: 0 })
    await aProduct(db, market, { name: "Vine tomatoes" })
    const found = await rosa.open(`/home?zip=${place.zip}`)
    const shelves = await found.follow(named("Corner Grocer"))
    expect(shelves.get("heading", "Corner Grocer")).toBeTruthy()
    for (const text of ["All sales are final", "Monday-Friday"]) expect(shelves.text).toContain(text)
    const page = await shelves.follow("Page by page")
    const tiles = page.document.querySelectorAll("li.tile")
    expect(tiles.length).toBe(4)
    expect(tiles[0]?.textContent).toContain("Only 3 are left")
    const second = await page.follow("Page 2")
    expect(second.document.querySelectorAll("li.tile").length).toBe(3)
    expect(second.text).toContain("Sold Out")
    expect((await second.follow("Previous")).document.querySelectorAll("li.tile").length).toBe(4)
    expect(page.get("link", "Next").getAttribute("href")).toContain("page=2")
    expect(page.all("button", "Go")).toEqual([])
    const beyond = await rosa.open(`/market-info?market=${market.id}&page=99`)
    expect(beyond.document.querySelectorAll("li.tile").length).toBe(3)
    const shoes = await second.follow("Shoes 1", second.get("navigation", "Categories"))
    expect(shoes.document.querySelectorAll("li.tile").length).toBe(1)
    expect(shoes.path).not.toContain("page=2")
    expect((await rosa.open("/market-info")).get("heading", "Corner Grocer")).toBeTruthy()
  })

  it("reads that a market without products will have some soon", { tags: ["MARKET-6"] }, async () => {
    const { place, rosa } = await corner()
    const page = await (await rosa.open(`/home?zip=${place.zip}`)).follow(named("Corner Grocer"))
    expect(page.text).toContain("This market has not posted any products but will soon, come back later")
  })

  it("is led from a product without a name back to the market, and both are remembered", {
    tags: ["PROD-1"],
  }, async () => {
    const { db, market, rosa } = await corner()
    const kale = await aProduct(db, market, { name: "Curly kale" })
    expect((await rosa.open("/view-product")).path).toBe("/home")
    await rosa.open(`/market-info?market=${market.id}`)
    expect((await rosa.open("/view-product")).path).toBe("/market-info")
    await rosa.open(`/view-product?product=${kale.id}`)
    expect((await rosa.open("/view-product")).get("heading", "Curly kale")).toBeTruthy()
  })

  it("finds no market or product that is none, and a broken cookie is forgotten", {
    tags: ["MARKET-7", "MARKET-8"],
  }, async () => {
    const { market, rosa } = await corner()
    for (const path of ["/market-info?market=nonsense", `/view-product?product=${market.id}`])
      expect((await rosa.open(path)).status).toBe(404)
    rosa.cookies.set("letsee", "%E0")
    expect((await rosa.open("/market-info")).path).toBe("/home")
  })
})
