import { and, eq } from "drizzle-orm"
import { it } from "vitest"
import { cents } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { productImages, variants } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { notAPhoto } from "#tests/support/images.ts"
import { addImages, addSize, aSeller, listed, next, productsOf } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { holdNext } from "./hold-page.ts"

const server = useSharedServer()
const browser = useBrowser()

it("lists a product with JavaScript off, finds it and changes its price", {
  tags: ["NOJS-5", "LIST-1", "LIST-14"],
}, async () => {
  const { page, market } = await aSeller(server, browser, { javaScript: false })
  await page.goto("/all-my-products")
  await page.getByRole("link", { name: "Insert a Product" }).first().click()
  await page.getByLabel("Category").selectOption("Vegetables")
  await page.getByLabel("Price", { exact: true }).fill("3.25")
  await page.getByLabel("Quantity").selectOption("70")
  await next(page)
  await page.getByLabel("Section").selectOption("Carrots")
  await page.getByLabel("Product name").fill("Bunched carrots")
  await page.getByLabel("Description").fill("Pulled this morning.")
  await next(page)
  await addImages(page, ["#e67e22"])
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
  expect(await productsOf(server, market.id)).toHaveLength(1)
  await page.goto("/all-my-products?category=Vegetables")
  const tile = page.locator(".tile", { hasText: "Bunched carrots" })
  await expect(tile).toContainText("$3.25")
  await tile.getByRole("link", { name: "Edit Product: Bunched carrots" }).click()
  await page.getByLabel("Price", { exact: true }).fill("4")
  await page.getByRole("button", { name: "Update" }).click()
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("4.00")
})

it("lists a shoe: sizes are added without loading the page, and a picture that was not added is asked about once", {
  tags: ["LIST-4", "LIST-8"],
}, async () => {
  const { page, market } = await aSeller(server, browser)
  await page.goto("/add-product")
  await hydrated(page)
  await page.getByLabel("Category").selectOption("Shoes")
  await expect(page.getByLabel("Price", { exact: true })).toHaveCount(0)
  await next(page)
  await page.getByLabel("Section").selectOption("Steel Toe Shoes")
  await page.getByLabel("Product name").fill("Barn boots")
  await page.getByLabel("Description").fill("For mud.")
  await page.getByLabel("Gender").selectOption("Female")
  await page.getByLabel("Age", { exact: true }).selectOption("Womens")
  await next(page)
  for (const [size, price] of [
    ["7", "59.90"],
    ["8", "64.90"],
  ] as const) {
    const before = await addSize(page, size, "3", price)
    await expect(listed(page, "Sizes")).toHaveCount(before + 1)
    await expect(page.getByLabel("Price", { exact: true })).toHaveValue("")
    await expect(page.getByLabel("Size", { exact: true })).toHaveValue("")
  }
  // A size that is already listed is removed from the list; the form still has it, without an error.
  await addSize(page, "8", "3", "64.50")
  await expect(page.locator("#size-size-error")).toHaveText("Size 8 is in the list already. Delete it first.")
  await page.getByRole("button", { name: "Delete size 8" }).click()
  await expect(page.locator("#size-size-error")).toHaveCount(0)
  await page.getByRole("button", { name: "Add the size" }).click()
  await expect(listed(page, "Sizes")).toHaveCount(2)
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("")
  // A size that is chosen while the previous one is being saved stays chosen.
  const { answered, release } = await holdNext(page, "/add-product")
  await addSize(page, "9", "3", "69.90")
  await answered
  await page.getByLabel("Size", { exact: true }).selectOption("10")
  release()
  await expect(listed(page, "Sizes")).toHaveCount(3)
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("")
  await expect(page.getByLabel("Size", { exact: true })).toHaveValue("10")
  await page.getByLabel("Size", { exact: true }).selectOption("")
  await next(page)

  const field = page.getByLabel("Photo", { exact: true })
  const message = page.getByText("Add the photo first, or remove it.")
  await field.setInputFiles(notAPhoto())
  await expect(page.getByText("This file isn't an image we can read.")).toBeVisible()
  await next(page, "Submit")
  await expect(message).toBeVisible()
  expect(await productsOf(server, market.id)).toHaveLength(0)
  await page.getByRole("button", { name: "Remove passport.png" }).click()
  await expect(message).toHaveCount(0)
  await field.setInputFiles(notAPhoto())
  await expect(page.getByText("This file isn't an image we can read.")).toBeVisible()
  await addImages(page, ["#e67e22"])
  await next(page, "Submit")
  await expect(message).toBeVisible()
  // A seller who means it presses again.
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
  const [boots] = await productsOf(server, market.id)
  const { db } = server.database
  expect(await db.$count(productImages, eq(productImages.productId, boots!.id))).toBe(1)
})

it("prices a product by final weight, and says at the box that another unit does not go with it", {
  tags: ["LIST-25"],
}, async () => {
  const { page, market } = await aSeller(server, browser)
  await page.goto("/add-product")
  await hydrated(page)
  await page.getByLabel("Category").selectOption("Meat")
  await page.getByLabel("Price", { exact: true }).fill("18")
  await page.getByLabel("Unit").selectOption("pint")
  await page.getByLabel("Amount").fill("3")
  const box = page.getByRole("checkbox", { name: "Priced by final weight" })
  await expect(box).toHaveAccessibleDescription(/You weigh it when you pack/)
  await box.check()
  await page.getByRole("button", { name: "Next" }).click()
  await expect(box).toHaveAccessibleDescription(/Only a product with a unit of weight/)
  await expect(box).toBeChecked()
  await page.getByLabel("Unit").selectOption("lb")
  await next(page)
  await page.getByLabel("Section").selectOption("Meat")
  await page.getByLabel("Product name").fill("Pork shoulder")
  await page.getByLabel("Description").fill("For the smoker.")
  await next(page)
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
  const [pork] = await productsOf(server, market.id)
  expect(pork).toMatchObject({ unit: "lb", unitAmount: 3, byWeight: true })
  await page.goto(`/edit-product?product=${pork!.id}`)
  await hydrated(page)
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.getByRole("button", { name: "Update" }).click()
  await expect(page.getByText("Updated.")).toBeVisible()
  expect(await productsOf(server, market.id)).toMatchObject([{ unit: "lb", byWeight: false }])
})

it("edits one size of a shoe, whose price and quantity are on one line", {
  tags: ["LIST-16", "LIST-20", "LIST-21"],
}, async () => {
  const { page, market } = await aSeller(server, browser)
  const shoe = { category: "Shoes", section: "Nike", sizes: { "7": 3, "8": 5 }, priceCents: 6490 }
  const { id } = await aProduct(server.database.db, market, shoe)
  await page.goto(`/edit-product?product=${id}`)
  await hydrated(page)
  await page.getByLabel("Size", { exact: true }).selectOption("8")
  const price = page.getByLabel("Price of size 8")
  const quantity = page.getByLabel("Quantity of size 8")
  await expect(price).toHaveValue("64.90")
  await expect(quantity).toHaveValue("5")
  expect((await price.boundingBox())?.y).toBe((await quantity.boundingBox())?.y)
  await price.fill("70")
  await quantity.fill("9")
  // Two are sold in the meantime, and the page receives a message about a change.
  const { db } = server.database
  await db
    .update(variants)
    .set({ stock: 3 })
    .where(and(eq(variants.productId, id), eq(variants.size, "8")))
  const sold = { userId: market.userId, role: "seller", orderId: null, message: "New order." } as const
  await db.transaction((tx) => notify(tx, sold))
  await expect(page.locator("[data-badge=unseen]").first()).toHaveText("1")
  await expect(quantity).toHaveValue("9")
  await page.getByRole("button", { name: "Update" }).click()
  await expect(price).toHaveValue("70.00")
  await expect(quantity).toHaveValue("7")
})

it.each([
  ["a product", {}, "Price", "Quantity"],
  [
    "one size of a product",
    { category: "Shoes", section: "Nike", sizes: { "7": 40, "8": 40 } },
    "Price of size 8",
    "Quantity of size 8",
  ],
] as const)(
  "keeps what was typed about %s when another device changed it, and stores it at the second Update",
  {
    tags: ["LIST-21"],
  },
  async (_of, sized, priceLabel, quantityLabel) => {
    const { page, market } = await aSeller(server, browser)
    const { db } = server.database
    const { id } = await aProduct(db, market, { stock: 40, priceCents: 325, name: "Leeks", ...sized })
    const size = "sizes" in sized ? "8" : ""
    await page.goto(`/edit-product?product=${id}${size && `&size=${size}`}`)
    await hydrated(page)
    const fields = {
      [priceLabel]: "4.00",
      [quantityLabel]: "45",
      Name: "Young leeks",
      Description: "Pulled at dawn.",
    }
    const field = (label: string) => page.getByLabel(label, { exact: true })
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text)
    const ofSize = and(eq(variants.productId, id), eq(variants.size, size))
    await db
      .update(variants)
      .set({ priceCents: cents(310) })
      .where(ofSize)
    const update = page.getByRole("button", { name: "Update" })
    await update.click()
    await expect(page.locator("#edit-priceCents-error")).toHaveText(
      "Somebody changed this to $3.10 while you were editing. Press Update again to keep what you typed.",
    )
    for (const [label, text] of Object.entries(fields)) await expect(field(label)).toHaveValue(text)
    await update.click()
    await expect(page.locator("#toasts")).toContainText("Updated.")
    await expect(field(priceLabel)).toHaveValue("4.00")
    expect(
      await db.select({ price: variants.priceCents, stock: variants.stock }).from(variants).where(ofSize),
    ).toEqual([{ price: 400, stock: 45 }])
  },
)
