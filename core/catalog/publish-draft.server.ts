import { inArray } from "drizzle-orm"
import { deleteDraft } from "#core/drafts/drafts.server.ts"
import type { Transaction } from "#db/client.ts"
import { images, productImages } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { once } from "../idempotency.server.ts"
import { insertProduct } from "./insert-product.server.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import { imagesOf, lockProductDraft } from "./product-draft.server.ts"
import { wholeProduct } from "./product-steps.ts"

/**
 * Finishes the wizard: turns the draft into a product with its sizes and images, once, however often and from however
 * many tabs it is sent. Throws `invalid` if the draft has expired or an answer is missing, `not_allowed` while the
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
  new DomainError("invalid", "An answer of an earlier step is missing. Go back and check each step.")
