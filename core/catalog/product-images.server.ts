import { and, asc, eq, isNull, max, notExists, sql } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { isId } from "#core/ids.ts"
import { inOrder } from "#core/images/in-order.ts"
import { keepImage, ofMember } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import type { Transaction } from "#db/client.ts"
import { images, orderLines, productImages, products } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import { MAX_IMAGES, TOO_MANY_IMAGES } from "./product-steps.ts"

export type Upload = { bytes: Uint8Array; idempotencyKey?: string | undefined }

/**
 * Checks an uploaded image by its content, stores it and passes its id to `attach` in a transaction, once per key. An
 * image that is stored but not attached (rejected, or sent twice) is deleted again. Throws `rate_limited`.
 */
export async function attachImage(
  ctx: SellerContext,
  { command, container: kind }: { command: string; container: "products" | "markets" },
  upload: Upload,
  attach: (tx: Transaction, imageId: string) => Promise<void>,
): Promise<void> {
  const kept = await keepImage(ctx, kind, upload.bytes, ofMember(ctx))
  const { container, name } = kept
  let attached: string | null = null
  try {
    const keyed = {
      scope: ctx.actor.userId,
      command,
      key: upload.idempotencyKey,
      request: { bytes: upload.bytes.byteLength },
    }
    const result = await once(ctx, keyed, async (tx) => {
      const imageId = await saveImage(tx, kept, { ownerId: ctx.actor.userId })
      await attach(tx, imageId)
      return { name }
    })
    attached = result.name
  } finally {
    if (attached !== name) await ctx.ports.images.remove({ container, name })
  }
}

/** The error for an eighth image, shown at the upload field. */
export const tooManyImages = () => new DomainError("too_many_images", TOO_MANY_IMAGES, "image")

/**
 * Adds an image to one of the seller's own products. Throws `not_found`, `not_allowed`, `file_not_image`,
 * `file_too_large`, and `too_many_images` at the eighth.
 */
export async function addProductImage(
  ctx: SellerContext,
  { productId, ...upload }: Upload & { productId: string },
): Promise<void> {
  // Checked before the image is decoded, and again when it is attached.
  await transaction(ctx.db, (tx) => nextPosition(ctx, tx, productId))
  await attachImage(
    ctx,
    { command: "addProductImage", container: "products" },
    upload,
    async (tx, imageId) => {
      const position = await nextPosition(ctx, tx, productId)
      await tx.insert(productImages).values({ productId, imageId, position })
    },
  )
}

/** The position of the next image of the seller's own product; throws at the limit. */
async function nextPosition(ctx: SellerContext, tx: Transaction, productId: string): Promise<number> {
  await checkOwn(ctx, tx, productId)
  const [taken] = await tx
    .select({ count: sql<number>`count(*)::int`, last: max(productImages.position) })
    .from(productImages)
    .where(eq(productImages.productId, productId))
  if ((taken?.count ?? 0) >= MAX_IMAGES) throw tooManyImages()
  return (taken?.last ?? -1) + 1
}

/**
 * Puts a product's images in this order, the first as the cover. Images that `imageIds` does not name come last, and
 * ids of other images are ignored. Throws `not_found`.
 */
export async function orderProductImages(
  ctx: SellerContext,
  { productId, imageIds }: { productId: string; imageIds: readonly string[] },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await checkOwn(ctx, tx, productId)
    const ofProduct = eq(productImages.productId, productId)
    const rows = await tx.select().from(productImages).where(ofProduct).orderBy(asc(productImages.position))
    const ordered = inOrder(
      rows.map(({ imageId }) => imageId),
      imageIds,
    )
    // A position is unique at every moment, so all images first move to free, negative ones.
    await tx
      .update(productImages)
      .set({ position: sql`-1 - ${productImages.position}` })
      .where(ofProduct)
    for (const [position, imageId] of ordered.entries())
      await tx
        .update(productImages)
        .set({ position })
        .where(and(ofProduct, eq(productImages.imageId, imageId)))
  })
}

/** Removes an image from a product. It stays stored while an order shows it. Throws `not_found`. */
export async function removeProductImage(
  ctx: SellerContext,
  { productId, imageId }: { productId: string; imageId: string },
): Promise<void> {
  if (!isId(imageId)) throw notFound("This photo")
  await transaction(ctx.db, async (tx) => {
    await checkOwn(ctx, tx, productId)
    const removed = await tx
      .delete(productImages)
      .where(and(eq(productImages.productId, productId), eq(productImages.imageId, imageId)))
      .returning({ id: productImages.id })
    if (removed.length === 0) throw notFound("This photo")
    const ordered = tx.select().from(orderLines).where(eq(orderLines.imageName, images.name))
    await tx
      .update(images)
      .set({ deleteAfter: ctx.now() })
      .where(and(eq(images.id, imageId), notExists(ordered)))
  })
}

/** Locks the product, so that two concurrent uploads cannot both be its seventh image. */
async function checkOwn(ctx: SellerContext, tx: Transaction, productId: string): Promise<void> {
  if (!isId(productId)) throw notFound("This product")
  await lockSellingMarket(ctx, tx)
  const { marketId } = ctx.actor
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.marketId, marketId), isNull(products.retiredAt)))
    .for("no key update")
  if (!product) throw notFound("This product")
}
