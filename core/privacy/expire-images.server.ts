import { and, inArray, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { images } from "#db/schema/index.ts"

/** Ends the time of images: the deletion's own job takes them away, or the hourly sweep. */
export async function expireImages(tx: Transaction, now: Date, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return
  await tx
    .update(images)
    // A moment ago: "older than now" is what the job looks for.
    .set({ deleteAfter: new Date(now.getTime() - 1) })
    .where(and(inArray(images.id, [...imageIds]), isNull(images.deletedAt)))
}
