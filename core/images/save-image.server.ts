import { inArray } from "drizzle-orm"
import { emit } from "#core/outbox/emit.server.ts"
import { isPublic } from "#core/ports/images.ts"
import type { Transaction } from "#db/client.ts"
import { images } from "#db/schema/index.ts"
import type { KeptImage } from "./keep-image.server.ts"

/**
 * Saves the row of a stored image, in the transaction of what it belongs to. A job processes a public image as soon as
 * it has an owner (`ownImages`); a private one is shown as uploaded and is ready immediately. Returns the image's id.
 */
export async function saveImage(
  tx: Transaction,
  kept: KeptImage,
  owner: { readonly ownerId: string | null; readonly deleteAfter?: Date },
): Promise<string> {
  const [row] = await tx
    .insert(images)
    .values({ ...kept, ...owner, status: isPublic(kept.container) ? "processing" : "ready" })
    .returning({ id: images.id })
  if (!row) throw new Error("the image's row came back empty")
  if (isPublic(kept.container) && owner.ownerId) await emit(tx, "image.uploaded", { imageId: row.id })
  return row.id
}

/** Gives images without an owner to a person. Only then do jobs process the public ones. */
export async function ownImages(
  tx: Transaction,
  imageIds: readonly string[],
  ownerId: string,
): Promise<void> {
  const owned = await tx
    .update(images)
    .set({ ownerId, deleteAfter: null })
    .where(inArray(images.id, [...imageIds]))
    .returning({ imageId: images.id, container: images.container })
  for (const { imageId, container } of owned)
    if (isPublic(container)) await emit(tx, "image.uploaded", { imageId })
}
