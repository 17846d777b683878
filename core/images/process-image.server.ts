import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { images } from "#db/schema/index.ts"

/** Makes a picture's sizes and marks it ready; one that turns out not to be a picture is marked failed. */
export async function processImage(
  ctx: SystemContext,
  { imageId }: { readonly imageId: string },
): Promise<void> {
  const open = and(eq(images.id, imageId), eq(images.status, "processing"))
  const [image] = await ctx.db.select().from(images).where(open)
  if (!image || image.deletedAt) return
  try {
    const size = await ctx.ports.images.process({ container: image.container, name: image.name })
    await ctx.db
      .update(images)
      .set({ ...size, status: "ready" })
      .where(open)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "file_not_image") throw error
    await ctx.db.update(images).set({ status: "failed" }).where(open)
  }
}
