import { and, eq, isNull, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { images } from "#db/schema/index.ts"

const BATCH = 100

/** Deletes the private images whose time is over. The row stays and says when; the image is gone. */
export async function deleteExpiredImages(ctx: SystemContext): Promise<number> {
  const now = ctx.now()
  const expired = await ctx.db
    .select({ id: images.id, container: images.container, name: images.name })
    .from(images)
    .where(and(lt(images.deleteAfter, now), isNull(images.deletedAt)))
    .limit(BATCH)
  await rowByRow(expired, async ({ id, ...address }) => {
    await ctx.ports.images.remove(address)
    await ctx.db.update(images).set({ deletedAt: now }).where(eq(images.id, id))
  })
  return expired.length
}
