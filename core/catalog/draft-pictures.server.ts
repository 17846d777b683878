import { eq } from "drizzle-orm"
import { images } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { attachPicture, tooManyPictures, type Upload } from "./attach-picture.server.ts"
import { changeDraft, readProductDraft } from "./product-draft.server.ts"
import { MAX_PICTURES } from "./product-steps.ts"
import { requireSellingMarket } from "./seller-market.server.ts"

/** Adds a picture to the draft's list. Throws `file_not_image`, `file_too_large`, and `too_many_images` at the eighth. */
export async function addDraftPicture(ctx: SellerContext, upload: Upload): Promise<void> {
  await requireSellingMarket(ctx)
  const draft = await readProductDraft(ctx)
  if (draft && draft.pictures.length >= MAX_PICTURES) throw tooManyPictures()
  await attachPicture(ctx, "addDraftPicture", upload, (tx, imageId) =>
    changeDraft(ctx, tx, (data) => {
      if (data.imageIds.length >= MAX_PICTURES) throw tooManyPictures()
      return { ...data, imageIds: [...data.imageIds, imageId] }
    }),
  )
}

/** Takes a picture off the list; the sweep deletes it. One that is not on the list is none of this seller's business. */
export async function removeDraftPicture(ctx: SellerContext, imageId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    let listed = false
    await changeDraft(ctx, tx, (data) => {
      listed = data.imageIds.includes(imageId)
      return { ...data, imageIds: data.imageIds.filter((id) => id !== imageId) }
    })
    if (listed) await tx.update(images).set({ deleteAfter: ctx.now() }).where(eq(images.id, imageId))
  })
}
