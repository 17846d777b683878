import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { products } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { awake } from "#tests/support/hold-react.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { addPictures, aSeller, listed, next, productsOf, toPictures } from "#tests/support/seller-wizard.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()

for (const { name, options } of WAYS)
  describe(`a seller's pictures ${name}`, () => {
    it("is told next to the field why a file is not taken", async () => {
      const { page } = await aSeller(server, browser, options)
      await toPictures(page)
      const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
        await page.getByLabel("Picture", { exact: true }).setInputFiles(file)
        await page.getByRole("button", { name: "Add the picture" }).click()
      }
      await upload({
        name: "a.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from("<script>alert(1)</script>"),
      })
      await expect(page.locator("#image-error")).toBeVisible()
      await upload({ name: "big.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(1_048_577) })
      await expect(page.locator("#image-error")).toHaveText(
        "File size exceeds 1MB. Please select a smaller file.",
      )
      await expect(listed(page, "Pictures")).toHaveCount(0)
      await upload({ ...(await aPhoto()), name: "no-picture.txt" })
      await expect(listed(page, "Pictures")).toHaveCount(1)
    })

    it("is offered no eighth picture", async () => {
      const { page } = await aSeller(server, browser, options)
      await toPictures(page)
      await addPictures(page, ["#100", "#200", "#300", "#400", "#500", "#600", "#700"])
      await expect(page.getByText("You have cannot upload more than 7 images")).toBeVisible()
      await expect(page.getByLabel("Picture", { exact: true })).toHaveCount(0)
      await page.getByRole("button", { name: "Delete picture 7" }).click()
      await expect(page.getByLabel("Picture", { exact: true })).toBeVisible()
    })
  })

it("is told once of a picture that was chosen and not added", async () => {
  const { page, market } = await aSeller(server, browser)
  await toPictures(page)
  await awake(page)
  const field = page.getByLabel("Picture", { exact: true })
  const message = page.getByText("Add the picture first, or take it out.")
  await field.setInputFiles(await aPhoto())
  await next(page, "Submit")
  await expect(page.locator("#image-error")).toHaveText("Add the picture first, or take it out.")
  await expect(field).toBeFocused()
  expect(await productsOf(server, market.id)).toHaveLength(0)
  await field.setInputFiles([])
  await expect(message).toHaveCount(0)
  await field.setInputFiles(await aPhoto())
  await next(page, "Submit")
  await expect(message).toBeVisible()
  await page.getByRole("button", { name: "Add the picture" }).click()
  await expect(listed(page, "Pictures")).toHaveCount(1)
  await expect(message).toHaveCount(0)
  await field.setInputFiles(await aPhoto())
  await next(page, "Submit")
  await expect(message).toBeVisible()
  // Who means it presses again.
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
  expect(await productsOf(server, market.id)).toHaveLength(1)
})

it("finds the price and the quantity of a product on one line", async () => {
  const { page, market } = await aSeller(server, browser)
  const { id } = await aProduct(server.database.db, market)
  await page.goto(`/edit-product?product=${id}`)
  const topOf = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  expect(await topOf("Quantity")).toBe(await topOf("Price"))
})

describe("the wizard's draft", () => {
  it("is the same in two tabs, and listed once from both", async () => {
    const { page, market } = await aSeller(server, browser)
    await toPictures(page)
    const other = await browser.again(page)
    await other.goto("/add-product?step=4")
    await expect(other.getByRole("button", { name: "Submit" })).toBeVisible()
    await next(page, "Submit")
    await page.waitForURL("**/market-dashboard")
    await next(other, "Submit")
    await other.waitForURL("**/market-dashboard")
    expect(await productsOf(server, market.id)).toHaveLength(1)
  })

  it("asks first what is missing: no step can be jumped to", async () => {
    const { page } = await aSeller(server, browser)
    await page.goto("/add-product?step=4")
    await expect(page.getByLabel("Category")).toBeVisible()
  })

  it("is not there for a market that may not sell", async () => {
    const market = await aMarket(server.database.db, { subscription: "none" })
    const page = await browser.visit(server.url)
    await signIn(page, server, market.actor)
    await page.goto("/add-product")
    expect(new URL(page.url()).pathname).toBe("/market-dashboard")
    await expect(page.locator(".toast", { hasText: "You can list products once" })).toBeVisible()
  })
})

describe("another seller's product", () => {
  it("is not found, by address and by every form, and stays as it is", async () => {
    const { page } = await aSeller(server, browser)
    const { db } = server.database
    const stranger = await aMarket(db)
    const product = await aProduct(db, stranger, { name: "Not yours" })
    const answer = await page.goto(`/edit-product?product=${product.id}`)
    expect(answer?.status()).toBe(404)
    const forms: Record<string, string>[] = [
      { intent: "delete", productId: product.id },
      {
        intent: "update",
        productId: product.id,
        name: "Mine",
        description: "Mine",
        priceCents: "1",
        stock: "1",
      },
      { intent: "delete-image", imageId: crypto.randomUUID() },
    ]
    for (const form of forms) {
      const sent = await page.request.post(`/edit-product?product=${product.id}`, {
        form,
        headers: { Origin: server.url },
      })
      expect([form.intent, sent.status()]).toEqual([form.intent, 404])
    }
    const upload = await page.request.post(`/edit-product?product=${product.id}`, {
      multipart: { intent: "add-image", image: await aPhoto() },
      headers: { Origin: server.url },
    })
    expect(upload.status()).toBe(404)
    const [row] = await db.select().from(products).where(eq(products.id, product.id))
    expect(row).toMatchObject({ name: "Not yours", retiredAt: null })
  })
})
