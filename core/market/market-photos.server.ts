import { and, asc, eq } from "drizzle-orm"
import { attachImage, tooManyImages, type Upload } from "#core/catalog/product-images.server.ts"
import { MAX_IMAGES } from "#core/catalog/product-steps.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { inOrder } from "#core/images/in-order.ts"
import type { Transaction } from "#db/client.ts"
import { images, marketPhotos } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * Adds a photo to the seller's own market. Throws `not_found`, `file_not_image`, `file_too_large`, and
 * `too_many_images` at the eighth.
 */
export async function addMarketPhoto(ctx: SellerContext, upload: Upload): Promise<void> {
  // Check before the image is decoded, and again when it is attached.
  await transaction(ctx.db, (tx) => nextPosition(ctx, tx))
  const as = { command: "addMarketPhoto", container: "markets" } as const
  await attachImage(ctx, as, upload, async (tx, imageId) => {
    await tx.insert(marketPhotos).values({ ...(await nextPosition(ctx, tx)), imageId })
  })
}

/** The position of the next photo; throws at the limit. */
async function nextPosition(ctx: SellerContext, tx: Transaction) {
  const { marketId, photos } = await lockPhotos(ctx, tx)
  if (photos.length >= MAX_IMAGES) throw tooManyImages()
  return { marketId, position: (photos.at(-1)?.position ?? -1) + 1 }
}

/** Puts the photos in this order, the first as the cover. Photos that `imageIds` does not name come last. */
export async function orderMarketPhotos(ctx: SellerContext, imageIds: readonly string[]): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { marketId, photos } = await lockPhotos(ctx, tx)
    const ordered = inOrder(
      photos.map(({ imageId }) => imageId),
      imageIds,
    )
    for (const [position, imageId] of ordered.entries())
      await tx
        .update(marketPhotos)
        .set({ position })
        .where(and(eq(marketPhotos.marketId, marketId), eq(marketPhotos.imageId, imageId)))
  })
}

/** Removes a photo from the market. The photo of the application is not deleted. Throws `not_found`. */
export async function removeMarketPhoto(ctx: SellerContext, imageId: string): Promise<void> {
  if (!isId(imageId)) throw notFound("This photo")
  await transaction(ctx.db, async (tx) => {
    const { marketId, registeredWith } = await lockPhotos(ctx, tx)
    const removed = await tx
      .delete(marketPhotos)
      .where(and(eq(marketPhotos.marketId, marketId), eq(marketPhotos.imageId, imageId)))
      .returning({ imageId: marketPhotos.imageId })
    if (removed.length === 0) throw notFound("This photo")
    if (imageId !== registeredWith)
      await tx.update(images).set({ deleteAfter: ctx.now() }).where(eq(images.id, imageId))
  })
}

/** Locks the seller's own market, so that two concurrent uploads cannot both be its seventh photo. */
async function lockPhotos(ctx: SellerContext, tx: Transaction) {
  const market = await lockOwnMarket(ctx, tx)
  const photos = await tx
    .select()
    .from(marketPhotos)
    .where(eq(marketPhotos.marketId, market.id))
    .orderBy(asc(marketPhotos.position))
  return { marketId: market.id, registeredWith: market.registeredWith, photos }
}
