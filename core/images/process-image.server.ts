import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { images } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

type Image = typeof images.$inferSelect

/** Creates an image's sizes and marks it ready; a file that is not an image is marked failed. */
export async function processImage(
  ctx: SystemContext,
  { imageId }: { readonly imageId: string },
): Promise<void> {
  const [image] = await ctx.db.select().from(images).where(open(imageId))
  if (!image || image.deletedAt) return
  const { container, name } = image
  try {
    const size = await ctx.ports.images.process({ container, name })
    await finish(ctx, image, { ...size, status: "ready" })
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "file_not_image") throw error
    await finish(ctx, image, { status: "failed" })
  }
}

const open = (imageId: string) => and(eq(images.id, imageId), eq(images.status, "processing"))

/** Notifies the seller's pages that wait for a product's image. */
async function finish(ctx: SystemContext, image: Image, result: Partial<Image>): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [done] = await tx
      .update(images)
      .set(result)
      .where(open(image.id))
      .returning({ sellerId: images.ownerId })
    if (done?.sellerId && image.container === "products")
      await emit(tx, "picture.processed", { imageId: image.id, sellerId: done.sellerId })
  })
}
