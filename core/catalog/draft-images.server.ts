import { eq } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { inOrder } from "#core/images/in-order.ts"
import { images } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { attachImage, tooManyImages, type Upload } from "./attach-image.server.ts"
import { requireSellingMarket } from "./market-queries.server.ts"
import { changeDraft, readProductDraft } from "./product-draft.server.ts"
import { MAX_IMAGES } from "./product-steps.ts"

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
