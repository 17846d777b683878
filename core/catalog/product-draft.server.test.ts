import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, describe, expect, it } from "vitest"
import { discardProductDraft, readProductDraft } from "#core/catalog/product-draft.server.ts"
import {
  addProductImage,
  orderProductImages,
  removeProductImage,
} from "#core/catalog/product-images.server.ts"
import type { ProductAnswers } from "#core/catalog/product-steps.ts"
import {
  addDraftImage,
  listSize,
  orderDraftImages,
  publishDraft,
  removeDraftImage,
  saveProductAnswers,
} from "#core/catalog/product-wizard.server.ts"
import { viewOwnProduct } from "#core/catalog/seller-products.server.ts"
import type { SellerContext } from "#core/context.ts"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { purgeExpiredRows } from "#core/privacy/purge-old-rows.server.ts"
import { images, markets, outbox, productImages, products } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/images.ts"

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), "pushcart-draft-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const ports = { images: diskImages({ directory, secret: "s".repeat(32) }) }

const PLUMS: ProductAnswers = {
  category: "Fruits",
  price: "2.50",
  stock: "12",
  section: "Plums",
  name: "Blue plums",
  description: "Sweet.",
}
const BOOTS: ProductAnswers = {
  category: "Shoes",
  section: "Vans",
  name: "Boots",
  description: "For mud.",
  gender: "Male",
  age: "Mens",
}

async function aSeller(clock = testClock(new Date())) {
  const market = await aMarket(database.db)
  return { market, clock, seller: ctxFor(database, market.actor, { ports, now: clock.now }) }
}

const idOf = async (seller: SellerContext) => (await readProductDraft(seller))!.id
const productsOf = (marketId: string) =>
  database.db.select().from(products).where(eq(products.marketId, marketId))
const photo = async (colour = "#7a9") => ({ bytes: new Uint8Array((await aPhoto("a.jpg", colour)).buffer) })
const bytesOf = (file: { buffer: Buffer }) => ({ bytes: new Uint8Array(file.buffer) })

describe("a product's draft", () => {
  it("becomes one product with its pictures, however many tabs finish it at once", {
    tags: ["LIST-9"],
  }, async () => {
    const { market, seller } = await aSeller()
    await saveProductAnswers(seller, PLUMS)
    await addDraftImage(seller, await photo())
    const draftId = await idOf(seller)
    const results = await Promise.all([1, 2, 3].map(() => publishDraft(seller, draftId)))
    expect(new Set(results.map((one) => one.productId)).size).toBe(1)
    expect(await productsOf(market.id)).toHaveLength(1)
    const product = await viewOwnProduct(seller, results[0]!.productId)
    expect(product.variants.map((one) => [one.priceCents, one.stock])).toEqual([[250, 12]])
    expect(product.images).toHaveLength(1)
    expect(await readProductDraft(seller)).toBeNull()
  })

  it("ignores a size that is listed twice, and loses sizes that another gender does not have", {
    tags: ["LIST-5"],
  }, async () => {
    const { seller } = await aSeller()
    await saveProductAnswers(seller, { ...BOOTS, category: "Clothing", section: "Pants" })
    await listSize(seller, { size: "28W x 30L", stock: "3", price: "20" })
    await listSize(seller, { size: "28W x 30L", stock: "3", price: "20" })
    await expect(listSize(seller, { size: "28W x 30L", stock: "9", price: "99" })).rejects.toMatchObject({
      message: "Size 28W x 30L is in the list already. Delete it first.",
      field: "size",
    })
    expect((await readProductDraft(seller))?.sizes).toEqual([{ size: "28W x 30L", stock: "3", price: "20" }])
    await expect(listSize(seller, { size: "XXS", stock: "1", price: "1" })).rejects.toMatchObject({
      code: "invalid",
      field: "size",
    })
    await saveProductAnswers(seller, { gender: "Female" })
    expect((await readProductDraft(seller))?.sizes).toEqual([])
  })

  it("is not listed while an answer, or every size, is missing", { tags: ["LIST-10"] }, async () => {
    const { market, seller } = await aSeller()
    await saveProductAnswers(seller, BOOTS)
    await expect(publishDraft(seller, await idOf(seller))).rejects.toMatchObject({ code: "invalid" })
    expect(await productsOf(market.id)).toEqual([])
  })

  it("is nobody else's, even by its id", { tags: ["LIST-11"] }, async () => {
    const { seller } = await aSeller()
    const { seller: stranger, market } = await aSeller()
    await saveProductAnswers(seller, PLUMS)
    await addDraftImage(seller, await photo())
    const draft = (await readProductDraft(seller))!
    await expect(publishDraft(stranger, draft.id)).rejects.toMatchObject({ code: "invalid" })
    await removeDraftImage(stranger, draft.images[0]!.imageId)
    expect((await readProductDraft(seller))?.images).toHaveLength(1)
    expect(await productsOf(market.id)).toEqual([])
  })

  it("cannot be begun, filled or listed once the market may not sell", { tags: ["SELL-12"] }, async () => {
    const { market, seller } = await aSeller()
    await saveProductAnswers(seller, PLUMS)
    const draftId = await idOf(seller)
    await database.db.update(markets).set({ subscription: "none" }).where(eq(markets.id, market.id))
    const rejected = { code: "not_allowed" }
    await expect(saveProductAnswers(seller, PLUMS)).rejects.toMatchObject(rejected)
    await expect(addDraftImage(seller, await photo())).rejects.toMatchObject(rejected)
    await expect(publishDraft(seller, draftId)).rejects.toMatchObject(rejected)
    expect(await productsOf(market.id)).toEqual([])
  })

  it("is forgotten after two weeks with its pictures; a listed product's pictures stay", {
    tags: ["LIST-11"],
  }, async () => {
    const { seller, clock } = await aSeller()
    await saveProductAnswers(seller, PLUMS)
    await addDraftImage(seller, await photo("#111"))
    const { productId } = await publishDraft(seller, await idOf(seller))
    await saveProductAnswers(seller, PLUMS)
    await addDraftImage(seller, await photo("#222"))
    const [left] = (await readProductDraft(seller))!.images
    clock.advance({ days: 15 })
    const system = systemCtx(database, { ports, now: clock.now })
    await purgeExpiredRows(system)
    await deleteExpiredImages(system)
    expect(await readProductDraft(seller)).toBeNull()
    const [gone] = await database.db.select().from(images).where(eq(images.id, left!.imageId))
    expect(gone?.deletedAt).not.toBeNull()
    const listed = await viewOwnProduct(seller, productId)
    const [kept] = await database.db.select().from(images).where(eq(images.id, listed.images[0]!.imageId))
    expect(kept?.deletedAt).toBeNull()
  })

  it("can be thrown away", { tags: ["LIST-11"] }, async () => {
    const { seller } = await aSeller()
    await saveProductAnswers(seller, PLUMS)
    await discardProductDraft(seller)
    expect(await readProductDraft(seller)).toBeNull()
  })
})

describe("a product's pictures", () => {
  it("are judged by their content: no picture, too large, a bomb", {
    tags: ["IMAGE-1", "IMAGE-3"],
  }, async () => {
    const { seller } = await aSeller()
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
    const tries = [
      [bytesOf(notAPhoto()), "file_not_image"],
      [bytesOf(await tooLargePhoto()), "file_too_large"],
      [{ bytes: new Uint8Array(bomb) }, "file_not_image"],
    ] as const
    for (const [upload, code] of tries)
      await expect(addDraftImage(seller, upload)).rejects.toMatchObject({ code })
    expect(await readProductDraft(seller)).toBeNull()
  })

  it("lose where they were taken before they are stored", { tags: ["IMAGE-4"] }, async () => {
    const { seller } = await aSeller()
    const withPlace = await sharp((await aPhoto()).buffer)
      .withExif({ IFD3: { GPSLatitude: "40/1 44/1 0/1" } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    await addDraftImage(seller, { bytes: new Uint8Array(withPlace) })
    const [image] = (await readProductDraft(seller))!.images
    const original = await ports.images.original({ container: "products", name: image!.name })
    expect((await sharp(original!.bytes).metadata()).exif).toBeUndefined()
  })

  it("are at most seven, also when the seventh and eighth come at once", { tags: ["LIST-7"] }, async () => {
    const { market, seller } = await aSeller()
    const product = await aProduct(database.db, market)
    for (let n = 0; n < 6; n += 1)
      await addProductImage(seller, { productId: product.id, ...(await photo()) })
    const add = async () => addProductImage(seller, { productId: product.id, ...(await photo()) })
    const results = await Promise.allSettled([add(), add()])
    expect(results.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"])
    expect(results.find((one) => one.status === "rejected")).toMatchObject({
      reason: { code: "too_many_images", message: "You have cannot upload more than 7 images" },
    })
    const stored = await database.db
      .select()
      .from(productImages)
      .where(eq(productImages.productId, product.id))
    expect(stored).toHaveLength(7)
  })

  it("of draft and product are put in order; what is not theirs changes nothing", {
    tags: ["LIST-19", "LIST-23"],
  }, async () => {
    const { market, seller } = await aSeller()
    const { market: otherMarket, seller: stranger } = await aSeller()
    const product = await aProduct(database.db, market)
    const productId = product.id
    for (let n = 0; n < 3; n += 1) {
      await addDraftImage(seller, await photo())
      await addProductImage(seller, { productId, ...(await photo()) })
    }
    const idsOf = (list: { imageId: string }[]) => list.map(({ imageId }) => imageId)
    const ofDraft = async () => idsOf((await readProductDraft(seller))!.images)
    const ofProduct = async () => idsOf((await viewOwnProduct(seller, productId)).images)
    const [a, b, c] = await ofDraft()
    await orderDraftImages(seller, [c!, crypto.randomUUID(), a!])
    expect(await ofDraft()).toEqual([c, a, b])
    const [one, two, three] = await ofProduct()
    await orderProductImages(seller, { productId, imageIds: [three!, a!] })
    expect(await ofProduct()).toEqual([three, one, two])
    const theirs = { productId, imageIds: [one!, two!, three!] }
    await expect(orderProductImages(stranger, theirs)).rejects.toMatchObject({ code: "not_found" })
    const own = await aProduct(database.db, otherMarket)
    await orderProductImages(stranger, { productId: own.id, imageIds: [one!] })
    expect(await ofProduct()).toEqual([three, one, two])
  })

  it("sent twice by the same form are one, and make one job", { tags: ["IMAGE-8"] }, async () => {
    const { market, seller } = await aSeller()
    const product = await aProduct(database.db, market)
    const upload = { productId: product.id, ...(await photo()), idempotencyKey: crypto.randomUUID() }
    await Promise.all([addProductImage(seller, upload), addProductImage(seller, upload)])
    const [stored, ...more] = (await viewOwnProduct(seller, product.id)).images
    expect(more).toEqual([])
    const jobs = await database.db.select().from(outbox).where(eq(outbox.event, "image.uploaded"))
    const ofIt = jobs.filter(({ payload }) => (payload as { imageId: string }).imageId === stored!.imageId)
    expect(ofIt).toHaveLength(1)
  })

  it("of another seller's product can be neither added nor removed", { tags: ["LIST-19"] }, async () => {
    const { market, seller } = await aSeller()
    const { seller: stranger } = await aSeller()
    const product = await aProduct(database.db, market)
    await addProductImage(seller, { productId: product.id, ...(await photo()) })
    const [image] = (await viewOwnProduct(seller, product.id)).images
    const theirs = { productId: product.id, imageId: image!.imageId }
    await expect(removeProductImage(stranger, theirs)).rejects.toMatchObject({ code: "not_found" })
    await expect(
      addProductImage(stranger, { productId: product.id, ...(await photo()) }),
    ).rejects.toMatchObject({ code: "not_found" })
    expect((await viewOwnProduct(seller, product.id)).images).toHaveLength(1)
    await removeProductImage(seller, theirs)
    expect((await viewOwnProduct(seller, product.id)).images).toEqual([])
  })
})
