import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { images, productImages, products, variants } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { anImageFile, aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
/** Dozens of requests, on a machine that may be busy. */
const WALK_TIMEOUT_MS = 90_000

async function aSeller() {
  const market = await aMarket(server.database.db)
  return { market, seller: await visitor(server, market.actor) }
}

const productsOf = (marketId: string) =>
  server.database.db.select().from(products).where(eq(products.marketId, marketId))

const sizesOf = async (productId: string) => {
  const { db } = server.database
  const rows = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.position)
  return rows.map(({ size, stock, priceCents }) => [size, stock, priceCents])
}

const stepsOn = (page: HtmlPage, name: RegExp) =>
  page.all("listitem", undefined, page.get("list", name)).map((step) => step.textContent)
const listed = (page: HtmlPage, what: "Sizes" | "Photos") =>
  page.all("listitem", undefined, page.get("list", `${what} in the list`)).map((item) => item.textContent)

/** Goes from the wizard's first step to the images of plums. */
async function toImages(seller: Visitor): Promise<HtmlPage> {
  const category = await seller.open("/add-product")
  const description = await category.press("Next", { Category: "Fruits", Price: "2.5" })
  return description.press("Next", {
    Section: "Apples",
    "Product name": "Plums",
    Description: "Sweet and blue.",
  })
}

/** Sends it as a script, or a form with several files, would. */
const send = ({ cookies }: Visitor, path: string, form: FormData) =>
  fetch(new URL(path, server.url), {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: {
      Origin: server.url,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  })

async function addImages(page: HtmlPage, colors: string[]): Promise<HtmlPage> {
  let last = page
  for (const color of colors)
    last = await last.press("Add the photo", { Photo: await aPhoto("picture.jpg", color) })
  return last
}

describe("a seller", { tags: ["NOJS-5"] }, () => {
  it("is told at the top what they began earlier, and goes on with it or starts new", {
    tags: ["LIST-122"],
  }, async () => {
    const { seller } = await aSeller()
    const fresh = await seller.open("/add-product")
    expect(fresh.all("region", "Your draft")).toEqual([])
    const category = await fresh.press("Next", { Category: "Fruits", Price: "2.5" })
    expect(category.all("region", "Your draft")).toEqual([])
    const begun = await seller.open("/add-product")
    expect(begun.get("region", "Your draft").textContent).toContain("You have an unfinished draft: Fruits")
    const images = await (await begun.follow("Go on")).press("Next", {
      Section: "Apples",
      "Product name": "Elberta peaches",
      Description: "Sweet.",
    })
    await addImages(images, ["gold"])
    const again = await seller.open("/add-product")
    expect(again.get("region", "Your draft").textContent).toContain(
      "You have an unfinished draft: Elberta peaches",
    )
    expect(again.all("button", "Start over")).toEqual([])
    const back = await again.follow("Go on")
    expect(back.path).toBe("/add-product?step=4")
    expect(back.all("region", "Your draft")).toEqual([])
    expect(listed(back, "Photos")).toHaveLength(1)
    await (await seller.open("/add-product")).press("Start new")
    const reopened = await seller.open("/add-product")
    expect(reopened.all("region", "Your draft")).toEqual([])
    const plums = await toImages(seller)
    expect(plums.all("list", "Photos in the list")).toEqual([])
  })

  it("lists a vegetable, finds it among the products, edits and deletes it", {
    tags: ["LIST-1", "LIST-2", "LIST-6", "LIST-9", "LIST-10", "LIST-12", "LIST-13", "LIST-14", "LIST-17"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { seller, market } = await aSeller()
    const none = await seller.open("/all-my-products")
    const [insert] = none.all("link", "Insert a Product")
    const first = await seller.open(insert!.getAttribute("href")!)
    expect(stepsOn(first, /^Step 1/)).toEqual(["Category", "Description", "Images"])
    const unchosen = await first.press("Next")
    expect(unchosen.errorAt("Category")).toBe("Choose a category.")
    const cheap = await unchosen.press("Next", { Category: "Vegetables", Price: "0.05", Quantity: "70" })
    expect(cheap.errorAt("Price")).toBe("The price is at least 0.1.")
    expect(cheap.field("Category").value).toBe("Vegetables")
    const second = await cheap.press("Next", { Price: "3.25" })

    const third = await second.press("Next", {
      Section: "Carrots",
      "Product name": "Bunched carrots",
      Description: "Pulled this morning.",
    })
    expect(third.get("button", "Submit")).toBeTruthy()
    const back = await third.press("Back")
    expect(back.field("Product name").value).toBe("Bunched carrots")
    const again = await seller.open(back.path)
    expect(again.field("Description").value).toBe("Pulled this morning.")
    const photos = await addImages(await again.press("Next"), ["#e67e22", "#27ae60"])
    const one = await photos.press("Delete photo 2")
    expect(listed(one, "Photos")).toHaveLength(1)
    expect((await one.press("Submit")).path).toBe("/market-dashboard")
    expect(await productsOf(market.id)).toHaveLength(1)

    const vegetables = await seller.open("/all-my-products?category=Vegetables")
    expect(vegetables.text).toContain("$3.25")
    const edit = await vegetables.follow("Edit Product: Bunched carrots")
    expect(edit.get("navigation", "Breadcrumb").textContent).toContain("HomeVegetablesCarrots")
    const short = await edit.press("Update", { Price: "4", Quantity: "0", Name: "C" })
    expect(short.errorAt("Name")).toContain("at least 2 characters")
    expect(short.field("Price").value).toBe("4")
    const updated = await short.press("Update", { Name: "Carrots, bunched" })
    expect(updated.get("heading", "Carrots, bunched")).toBeTruthy()
    expect(updated.field("Price").value).toBe("4.00")
    expect(updated.field("Quantity").value).toBe("0")

    const asked = await updated.follow("Delete")
    const gone = await asked.press("Delete the product")
    expect(gone.path).toBe("/market-dashboard")
    expect((await seller.open("/all-my-products")).text).toContain("You haven't listed a product yet.")
  })

  it("edits on two devices: each changes what it typed, and reads what the other one changed", {
    tags: ["LIST-21"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(server.database.db, market, { stock: 40, priceCents: 250 })
    const edit = `/edit-product?product=${product.id}`
    const [phone, tablet] = [await seller.open(edit), await seller.open(edit)]
    await phone.press("Update", { Price: "2.75", Quantity: "100" })
    const described = await tablet.press("Update", { Description: "Pulled this morning." })
    expect(await sizesOf(product.id)).toEqual([["", 100, 275]])
    expect(described.text).toContain("Updated. The quantity is 100 now: it changed while you were editing.")

    const rejected = await tablet.press("Update", { Price: "3.00", Quantity: "45" })
    expect(rejected.errorAt("Price")).toBe(
      "Somebody changed this to $2.75 while you were editing. Press Update again to keep what you typed.",
    )
    expect(rejected.field("Price").value).toBe("3.00")
    expect(await sizesOf(product.id)).toEqual([["", 100, 275]])
    await rejected.press("Update")
    expect(await sizesOf(product.id)).toEqual([["", 105, 300]])
  })

  it("lists a shoe with three sizes and four pictures, and edits one size", {
    tags: ["LIST-1", "LIST-2", "LIST-3", "LIST-4", "LIST-6", "LIST-13", "LIST-14", "LIST-16", "LIST-22"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { seller, market } = await aSeller()
    const first = await seller.open("/add-product")
    const second = await first.press("Next", { Category: "Shoes" })
    expect(stepsOn(second, /^Step 2 of 4/)).toHaveLength(4)
    const unchosen = await second.press("Next", {
      Section: "Steel Toe Shoes",
      "Product name": "Barn boots",
      Description: "For mud.",
    })
    expect(unchosen.errorAt("Gender")).toBe("Choose a gender.")
    let page = await unchosen.press("Next", { Gender: "Female", Age: "Womens" })
    const unsized = await page.press("Next")
    expect(unsized.text).toContain("Add at least one size.")
    page = unsized
    for (const [size, quantity, price] of [
      ["7", "3", "59,90"],
      ["7.5", "4", "$ 59.90"],
      ["8", "5", "64.90"],
      ["9", "1", "64.90"],
    ] as const)
      page = await page.press("Add the size", { Size: size, Quantity: quantity, Price: price })
    page = await page.press("Add the size", { Size: "8", Quantity: "9", Price: "1" })
    expect(page.errorAt("Size")).toBe("Size 8 is in the list already. Delete it first.")
    expect(listed(page, "Sizes")).toHaveLength(4)
    // It does not block Next, and the size keeps the values with which it was added.
    page = await page.press("Next", { Size: "8", Quantity: "9", Price: "1" })
    expect(page.path).toContain("step=4")
    expect(page.text).toContain("Size 8 was already in the list, so it wasn't changed.")
    page = await page.press("Back")
    page = await page.press("Delete size 9")
    expect(listed(page, "Sizes")).toEqual([
      expect.stringMatching(/^7.*3 pieces.*\$59\.90/),
      expect.stringMatching(/^7\.5.*\$59\.90/),
      expect.stringMatching(/^8.*5 pieces.*\$64\.90/),
    ])
    // Text that was typed but not added is sent with Next, which reports what is missing.
    page = await page.press("Next", { Size: "10", Quantity: "2" })
    expect(page.errorAt("Price")).toBe("Enter a price.")
    page = await page.press("Next", { Price: "69.90" })
    page = await addImages(page, ["#345", "#543", "#454", "#333"])
    expect((await page.press("Submit")).path).toBe("/market-dashboard")

    const [boots] = await productsOf(market.id)
    expect(boots).toMatchObject({ category: "Shoes", gender: "Female", age: "Womens" })
    expect(await sizesOf(boots!.id)).toEqual([
      ["7", 3, 5990],
      ["7.5", 4, 5990],
      ["8", 5, 6490],
      ["10", 2, 6990],
    ])
    const { db } = server.database
    expect(await db.$count(productImages, eq(productImages.productId, boots!.id))).toBe(4)
    const ready = and(eq(images.ownerId, market.userId), eq(images.status, "ready"))
    await expect.poll(() => db.$count(images, ready), { timeout: 20_000 }).toBe(4)

    const edit = await seller.open(`/edit-product?product=${boots!.id}`)
    expect(edit.get("navigation", "Breadcrumb").textContent).toBe("HomeShoesSteel Toe ShoesFemaleWomens")
    expect(edit.all("listitem", undefined, edit.get("list", "Photos"))).toHaveLength(4)
    const eight = await edit.press("Show", { Size: "8" })
    expect(eight.field("Price of size 8").value).toBe("64.90")
    const updated = await eight.press("Update", { "Price of size 8": "70", "Quantity of size 8": "2" })
    expect(updated.field("Price of size 8").value).toBe("70.00")
    expect(await sizesOf(boots!.id)).toEqual([
      ["7", 3, 5990],
      ["7.5", 4, 5990],
      ["8", 2, 7000],
      ["10", 2, 6990],
    ])
    // The cookie fills in what the URL leaves out.
    expect((await seller.open("/edit-product")).get("heading", "Barn boots")).toBeTruthy()
  })

  it("reads next to the field why a file is not taken", { tags: ["IMAGE-1", "IMAGE-2"] }, async () => {
    const { seller } = await aSeller()
    const script = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<script>alert(1)</script>") }
    const notOne = await (await toImages(seller)).press("Add the photo", { Photo: script })
    expect(notOne.errorAt("Photo")).toBe(
      "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF.",
    )
    const tooLarge = await notOne.press("Add the photo", { Photo: await tooLargePhoto() })
    expect(tooLarge.errorAt("Photo")).toBe("File size exceeds 1MB. Please select a smaller file.")
    expect(tooLarge.all("list", "Photos in the list")).toEqual([])
    const misnamed = { ...(await aPhoto()), name: "no-picture.txt" }
    expect(listed(await tooLarge.press("Add the photo", { Photo: misnamed }), "Photos")).toHaveLength(1)
  })

  it("adds several pictures at once, and puts them in order", { tags: ["LIST-6", "LIST-23"] }, async () => {
    const { seller } = await aSeller()
    const page = await toImages(seller)
    const form = new FormData()
    form.set("intent", "add-image")
    for (const color of ["#a00", "#0a0", "#00a"]) form.append("image", await anImageFile(color))
    await send(seller, page.path, form)
    const three = await seller.open(page.path)
    const idsOn = (shown: HtmlPage) =>
      [...shown.document.querySelectorAll("[data-photo]")].map((one) => one.getAttribute("data-photo"))
    const [red, green, blue] = idsOn(three)
    expect(blue).toBeTruthy()
    const moved = await three.press("Earlier: photo 3")
    expect(idsOn(moved)).toEqual([red, blue, green])
    expect(idsOn(await moved.press("Later: photo 1"))).toEqual([blue, red, green])
  })

  it("is offered no eighth picture", { tags: ["LIST-7"] }, async () => {
    const { seller } = await aSeller()
    const colors = ["#100", "#200", "#300", "#400", "#500", "#600", "#700"]
    const full = await addImages(await toImages(seller), colors)
    expect(full.text).toContain("You have cannot upload more than 7 images")
    expect(full.all("button", "Add the photo")).toEqual([])
    const six = await full.press("Delete photo 7")
    expect(six.field("Photo")).toBeTruthy()
  })
})

describe("the address that a script sends photos to", { tags: ["IMAGE-17"] }, () => {
  const photoTo = async (productId: string, image?: File) => {
    const form = new FormData()
    form.set("productId", productId)
    form.set("image", image ?? (await anImageFile()))
    return form
  }

  it("adds to one's own product only, and says what is wrong with a photo", async () => {
    const { db } = server.database
    const { seller, market } = await aSeller()
    const { seller: stranger } = await aSeller()
    const product = await aProduct(db, market)
    const added = () => db.$count(productImages, eq(productImages.productId, product.id))
    const theirs = await send(stranger, "/product-photo", await photoTo(product.id))
    expect(theirs.status).toBe(422)
    expect(await theirs.json()).toEqual({ message: expect.stringContaining("product") })
    const signedOut = await send(await visitor(server), "/product-photo", await photoTo(product.id))
    expect(signedOut.status).toBe(302)
    const none = new File([notAPhoto().buffer], "a.jpg", { type: "image/jpeg" })
    const rejected = await send(seller, "/product-photo", await photoTo(product.id, none))
    expect(await rejected.json()).toEqual({ message: expect.stringContaining("isn't an image we can read") })
    expect(await added()).toBe(0)
    const taken = await send(seller, "/product-photo", await photoTo(product.id))
    expect([taken.status, await taken.json()]).toEqual([200, {}])
    expect(await added()).toBe(1)
    const [image] = await db.select().from(productImages).where(eq(productImages.productId, product.id))
    const removal = new FormData()
    removal.set("intent", "delete-image")
    removal.set("imageId", image!.imageId)
    const { seller: third, market: own } = await aSeller()
    const other = await aProduct(db, own)
    expect((await send(third, `/edit-product?product=${other.id}`, removal)).status).toBe(404)
    expect(await added()).toBe(1)
  })

  it("keeps a registration's photo with the browser's own draft, and nothing without one", async () => {
    const form = new FormData()
    form.set("kind", "seller")
    form.set("field", "id")
    form.set("image", await anImageFile())
    const count = () => server.database.db.$count(images)
    const before = await count()
    expect((await send(await visitor(server), "/registration-photo", form)).status).toBe(200)
    expect(await count()).toBe(before)
    form.set("field", "certificate")
    form.set("kind", "deliverer")
    expect((await send(await visitor(server), "/registration-photo", form)).status).toBe(422)
  })
})

describe("the wizard's draft", () => {
  it("is the same in two tabs, and listed once from both", { tags: ["LIST-9", "LIST-10"] }, async () => {
    const { seller, market } = await aSeller()
    const page = await toImages(seller)
    const other = await seller.open("/add-product?step=4")
    expect((await page.press("Submit")).path).toBe("/market-dashboard")
    expect((await other.press("Submit")).path).toBe("/market-dashboard")
    expect(await productsOf(market.id)).toHaveLength(1)
  })

  it("asks first what is missing: no step can be jumped to", { tags: ["LIST-10"] }, async () => {
    const { seller } = await aSeller()
    expect((await seller.open("/add-product?step=4")).field("Category")).toBeTruthy()
  })

  it("is not there for a market that may not sell", { tags: ["SELL-12"] }, async () => {
    const market = await aMarket(server.database.db, { subscription: "none" })
    const dashboard = await (await visitor(server, market.actor)).open("/add-product")
    expect(dashboard.path).toBe("/market-dashboard")
    expect(dashboard.text).toContain("You can list products once")
  })
})
