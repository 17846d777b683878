import { describe, expect, it } from "vitest"
import { aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** A customer in front of a product's page. */
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
    // No number of an image, which is no whole one, is the first.
    const page = await looked.visitor.open(`${looked.path}&image=1.5`)
    const large = (one: typeof page) => one.document.querySelector(".zoom img")?.getAttribute("src")
    expect(large(page)).toContain(images[0])
    expect(large(await page.follow("Picture 2 of 2"))).toContain(images[1])
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
    expect(added.text).toContain("Curly kale is in your cart.")
    expect(added.document.querySelector('[data-badge="cart"]')?.textContent).toBe("3")
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
    expect(rejected.errorAt("Size")).toContain("Choose a size.")
    expect(rejected.field("Size").textContent).toContain("9.5 · $60.00 · Sold Out")
    const added = await rejected.press("Add to the Cart", { Size: "9" })
    expect(added.path).toMatch(/^\/market-info\?market=/)
  })
})
