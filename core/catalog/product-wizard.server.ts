import { eq, inArray } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { deleteDraft } from "#core/drafts/drafts.server.ts"
import { DomainError } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { inOrder } from "#core/images/in-order.ts"
import type { Transaction } from "#db/client.ts"
import { images, productImages } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockSellingMarket, requireSellingMarket } from "./market-queries.server.ts"
import { changeDraft, imagesOf, lockProductDraft, readProductDraft } from "./product-draft.server.ts"
import { attachImage, tooManyImages, type Upload } from "./product-images.server.ts"
import {
  MAX_IMAGES,
  type ProductAnswers,
  type SizeEntry,
  sizesOffered,
  wholeProduct,
} from "./product-steps.ts"
import { insertProduct } from "./seller-products.server.ts"

/** Longer answers are truncated, because Back saves what was typed without validation. */
const LONGEST = 2000

/** Saves a step's answers in the draft; when two tabs save at once, the answers of both are kept. */
export async function saveProductAnswers(ctx: SellerContext, answers: ProductAnswers): Promise<void> {
  const given = Object.entries(answers).filter((entry) => entry[1] !== undefined)
  const clipped = Object.fromEntries(given.map(([name, value]) => [name, value.slice(0, LONGEST)]))
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, answers: { ...data.answers, ...clipped } })),
  )
}

/**
 * Adds a size to the draft's list. An identical entry is ignored. Throws `invalid` for a size that is listed with
 * another quantity or price (the existing entry is kept), and for one that is not offered.
 */
export async function listSize(ctx: SellerContext, entry: SizeEntry): Promise<void> {
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => {
      if (!sizesOffered(data.answers).includes(entry.size))
        throw new DomainError("invalid", "Choose a size.", "size")
      const listed = data.sizes.find((one) => one.size === entry.size)
      if (listed && (listed.stock !== entry.stock || listed.price !== entry.price))
        throw new DomainError(
          "invalid",
          `Size ${entry.size} is in the list already. Delete it first.`,
          "size",
        )
      if (listed) return data
      return { ...data, sizes: [...data.sizes, entry] }
    }),
  )
}

/** Removes a size from the draft's list. */
export async function unlistSize(ctx: SellerContext, size: string): Promise<void> {
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, sizes: data.sizes.filter((one) => one.size !== size) })),
  )
}

/**
 * Adds an image to the draft's list. Throws `file_not_image`, `file_too_large`, and `too_many_images` for the eighth
 * image.
 */
export async function addDraftImage(ctx: SellerContext, upload: Upload): Promise<void> {
  await requireSellingMarket(ctx)
  const draft = await readProductDraft(ctx)
  if (draft && draft.images.length >= MAX_IMAGES) throw tooManyImages()
  await attachImage(ctx, { command: "addDraftImage", container: "products" }, upload, (tx, imageId) =>
    changeDraft(ctx, tx, (data) => {
      if (data.imageIds.length >= MAX_IMAGES) throw tooManyImages()
      return { ...data, imageIds: [...data.imageIds, imageId] }
    }),
  )
}

/** Puts the draft's images in this order, the first as the cover. Images that `order` does not name come last. */
export async function orderDraftImages(ctx: SellerContext, order: readonly string[]): Promise<void> {
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, imageIds: inOrder(data.imageIds, order) })),
  )
}

/** Removes an image from the draft's list; a sweep deletes it. An id that is not on the list is ignored. */
export async function removeDraftImage(ctx: SellerContext, imageId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    let listed = false
    await changeDraft(ctx, tx, (data) => {
      listed = data.imageIds.includes(imageId)
      return { ...data, imageIds: data.imageIds.filter((id) => id !== imageId) }
    })
    if (listed) await tx.update(images).set({ deleteAfter: ctx.now() }).where(eq(images.id, imageId))
  })
}

/**
 * Finishes the wizard: turns the draft into a product with its sizes and images, once, no matter how often or from how
 * many tabs it is submitted. Throws `invalid` if the draft has expired or an answer is missing, `not_allowed` while the
 * market may not sell.
 */
export async function publishDraft(ctx: SellerContext, draftId: string): Promise<{ productId: string }> {
  const keyed = { scope: ctx.actor.userId, command: "publishDraft", key: draftId, request: null }
  return once(ctx, keyed, async (tx) => {
    await lockSellingMarket(ctx, tx)
    const draft = await lockProductDraft(ctx, tx)
    if (draft?.id !== draftId) throw ranOut()
    const product = wholeProduct(draft.data.answers, draft.data.sizes)
    if (!product.success) throw incomplete()
    const productId = await insertProduct(tx, ctx.actor.marketId, product.data)
    await moveImages(tx, productId, draft.data.imageIds)
    await deleteDraft(tx, draft.id)
    return { productId }
  })
}

/** Includes images that are still being processed; they appear when they are ready. */
async function moveImages(tx: Transaction, productId: string, imageIds: readonly string[]): Promise<void> {
  const good = (await imagesOf(tx, imageIds)).filter((image) => image.status !== "failed")
  if (good.length === 0) return
  const ids = good.map((image) => image.imageId)
  await tx.insert(productImages).values(ids.map((imageId, position) => ({ productId, imageId, position })))
  await tx.update(images).set({ deleteAfter: null }).where(inArray(images.id, ids))
}

const ranOut = () => new DomainError("invalid", "This draft expired. Please start again.")

const incomplete = () =>
  new DomainError("invalid", "Something is missing from an earlier step. Go back and check each step.")
