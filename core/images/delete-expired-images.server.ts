import { and, asc, eq, isNull, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { images } from "#db/schema/index.ts"

const BATCH = 100

/** Deletes expired images. Each row stays, with the time of deletion. Returns how many. */
export async function deleteExpiredImages(ctx: SystemContext): Promise<number> {
  let count = 0
  let deleted = BATCH
  for (; deleted === BATCH; count += deleted) deleted = await deleteBatch(ctx)
  return count
}

export const deleteExpiredImagesSweep = defineSweep("delete-expired-images", HOUR_MS, deleteExpiredImages)

/** If an image fails, the error is thrown after the batch: it ends this run, and the next run tries again. */
async function deleteBatch(ctx: SystemContext): Promise<number> {
  const now = ctx.now()
  const expired = await ctx.db
    .select({ id: images.id, container: images.container, name: images.name })
    .from(images)
    .where(and(lt(images.deleteAfter, now), isNull(images.deletedAt)))
    .orderBy(asc(images.deleteAfter))
    .limit(BATCH)
  await rowByRow(expired, async ({ id, ...address }) => {
    await ctx.ports.images.remove(address)
    await ctx.db.update(images).set({ deletedAt: now }).where(eq(images.id, id))
  })
  return expired.length
}
