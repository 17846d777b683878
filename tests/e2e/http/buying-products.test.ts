import { describe, expect, it } from "vitest"
import { aCalendar, aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** A customer on a product's page. */
async function lookingAt(facts: Parameters<typeof aProduct>[2], images: string[] = []) {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db), facts)
  await giveImages(db, product, images)
  const rosa = await visitor(server, (await aCustomer(db)).actor)
  return rosa.open(`/view-product?product=${product.id}`)
}

describe("a product's page", { tags: ["NOJS-2"] }, () => {
  it("shows its pictures, its note, quantities up to what there is and to 50, and no button when it is sold out", {
    tags: ["PROD-2", "PROD-4", "PROD-5", "PROD-6"],
  }, async () => {
    const images = ["demo-tomato-8-blush", "demo-leafy-green-10-sage"]
    const looked = await lookingAt({ name: "Vine tomatoes", stock: 6 }, images)
    // An invalid image number shows the first image.
    const page = await looked.visitor.open(`${looked.path}&image=1.5`)
    const large = (one: typeof page) => one.document.querySelector(".zoom img")?.getAttribute("src")
    expect(large(page)).toContain(images[0])
    const second = await page.follow("Photo 2 of 2")
    expect(large(second)).toContain(images[1])
    expect(second.text).toContain("2 of 2")
    // After the last photo, the first one follows again.
    expect(large(await second.follow("Next photo"))).toContain(images[0])
    expect(large(await page.follow("Previous photo"))).toContain(images[1])
    // Without JavaScript, a popover shows it enlarged.
    const zoom = page.get("button", /zoom 2×/)
    expect(page.document.getElementById(zoom.getAttribute("popovertarget")!)?.hasAttribute("popover")).toBe(
      true,
    )
    for (const text of ["$4.00", "Ripe and sweet."]) expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/are left|Sold Out/)
    const quantities = (one: typeof page) =>
      [...one.field("Quantity").querySelectorAll("option")].map(({ textContent }) => textContent)
    const upTo = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1))
    expect(quantities(page)).toEqual(upTo(6))
    expect(quantities(await lookingAt({ stock: 60 }))).toEqual(upTo(50))
    const soldOut = await lookingAt({ stock: 0 })
    expect(soldOut.text).toContain("Sold Out")
    expect(soldOut.all("button", "Add to the Cart")).toHaveLength(0)
  })

  it("says that there is not enough where more than five are left", { tags: ["PROD-8"] }, async () => {
    const page = await (await lookingAt({ stock: 6 })).send({ quantity: "7" })
    expect(page.text).toContain("there is not enough inventory please choose a different number for quantity")
  })

  it("adds a product to the cart, and rejects more than there are", {
    tags: ["PROD-3", "PROD-8", "PROD-9"],
  }, async () => {
    const page = await lookingAt({ name: "Curly kale", stock: 3 })
    expect(page.get("navigation", "Breadcrumb").textContent).toContain("Vegetables")
    expect(page.text).toContain("Only 3 are left")
    const rejected = await page.send({ quantity: "4" })
    expect(rejected.text).toContain("there are only 3 left")
    const added = await rejected.press("Add to the Cart", { Quantity: "3" })
    expect(added.path).toMatch(/^\/market-info\?market=/)
    expect(added.text).toMatch(/Curly kale ×3, \$\d/)
    expect(added.document.querySelector('[data-badge="cart"]')?.textContent).toBe("3")
    // All of them are in the cart: without that note, the message would suggest that more are available.
    const again = await page.visitor.open(page.path)
    const full = await again.press("Add to the Cart", { Quantity: "1" })
    expect(full.errorAt("Quantity")).toBe("there are only 3 left")
    expect(full.text).toContain("3 are in your cart already.")
  })

  it("adds more from its market on the spot, where the market takes orders", {
    tags: ["PROD-61"],
  }, async () => {
    const { db } = server.database
    const market = await aMarket(db)
    const kale = await aProduct(db, market, { name: "Curly kale" })
    await aProduct(db, market, { name: "Leeks" })
    const boots = { category: "Shoes", section: "Working Shoes", sizes: { "9": 3 } } as const
    await aProduct(db, market, { name: "Barn boots", ...boots })
    const rosa = await visitor(server, (await aCustomer(db)).actor)
    const page = await rosa.open(`/view-product?product=${kale.id}`)
    const added = await page.press("Add to the cart: Leeks")
    expect(added.path).toContain(`/view-product?product=${kale.id}`)
    expect(added.text).toContain("Leeks ×1, $4.00")
    expect((await added.press("Remove from the cart: Leeks")).all("button", /Remove/)).toEqual([])
    expect((await page.follow("Choose a size: Barn boots")).get("heading", "Barn boots")).toBeTruthy()
    await aCalendar(db, market, { pausedAt: new Date() })
    expect((await rosa.open(`/view-product?product=${kale.id}`)).all("button", /^Add to/)).toEqual([])
  })

  it("wants a size of clothes and shoes, and shows its price, stock, gender and age", {
    tags: ["PROD-3", "PROD-7"],
  }, async () => {
    const page = await lookingAt({
      name: "Barn boots",
      category: "Shoes",
      section: "Working Shoes",
      gender: "Male",
      age: "Mens",
      sizes: { "9": 3, "9.5": 0 },
      priceCents: 6000,
    })
    for (const text of ["Male", "Mens"])
      expect(page.get("navigation", "Breadcrumb").textContent).toContain(text)
    const rejected = await page.press("Add to the Cart")
    expect(rejected.errorAt("size")).toContain("Choose a size.")
    const sizes = rejected.get("group", "Size")
    expect(sizes.textContent).toContain("9.5 is out of stock")
    const factOf = (size: string) =>
      rejected.document.getElementById(rejected.field(size).getAttribute("aria-describedby")!)?.textContent
    expect(["9", "9.5"].map(factOf)).toEqual(["$60.00 · Only 3 are left", "$60.00 · Sold Out"])
    const added = await rejected.press("Add to the Cart", { "9": true })
    expect(added.path).toMatch(/^\/market-info\?market=/)
  })

  it("says what a unit costs, when the market hands it over and what delivery to the place searched for costs", {
    tags: ["PROD-2"],
  }, async () => {
    const { db } = server.database
    const place = await aPlace(server)
    const market = await aMarket(db, { ...place, name: "Corner Grocer" })
    await aCalendar(db, market, { deliveryRadiusMiles: 3 })
    const product = await aProduct(db, market, { priceCents: 900, unit: "lb", unitAmount: 2 })
    const rosa = await visitor(server, (await aCustomer(db)).actor)
    const address = `/view-product?product=${product.id}`
    const here = await rosa.open(`${address}&zip=${place.zip}`)
    for (const text of ["$4.50 / lb", "10 in stock", "Open", "Next pickup", `$3.99 to ${place.zip}`])
      expect(here.text).toContain(text)
    // She has not chosen a place yet.
    expect((await rosa.open(address)).text).toContain("From $3.99, by distance")
    const far = await aPlace(server)
    expect((await rosa.open(`${address}&zip=${far.zip}`)).text).toContain(`${far.zip} is too far away`)
    await aCalendar(db, market, { pausedAt: new Date() })
    const paused = await rosa.open(address)
    expect(paused.text).toContain("Corner Grocer isn't taking orders right now.")
    expect(paused.text).not.toContain("Next pickup")
    expect(paused.all("button", "Add to the Cart")).toHaveLength(0)
  })

  it("leads on to four more of the market's things, with the place searched for", {
    tags: ["PROD-2"],
  }, async () => {
    const { db } = server.database
    const place = await aPlace(server)
    const market = await aMarket(db, { ...place, name: "Corner Grocer" })
    const names = ["Leeks", "Chard", "Fennel", "Radishes", "Celery", "Parsley"]
    const made = []
    for (const name of names) made.push(await aProduct(db, market, { name }))
    const rosa = await visitor(server, (await aCustomer(db)).actor)
    const page = await rosa.open(`/view-product?product=${made[1]!.id}&zip=${place.zip}`)
    const more = page.get("region", "More from Corner Grocer")
    const links = page.all("link", /^View Product: /, more).map((link) => link.getAttribute("aria-label"))
    expect(links).toEqual(["Fennel", "Radishes", "Celery", "Parsley"].map((name) => `View Product: ${name}`))
    const next = await page.follow("View Product: Fennel")
    expect(next.get("heading", "Fennel")).toBeTruthy()
    expect(next.path).toContain(`zip=${place.zip}`)
    const all = await page.follow("See all (6)")
    expect(all.path).toMatch(/^\/market-info\?market=/)
  })
})
