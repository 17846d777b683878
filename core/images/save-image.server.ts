import { emit } from "#core/outbox/emit.server.ts"
import { isPublic } from "#core/ports/images.ts"
import type { Transaction } from "#db/client.ts"
import { images } from "#db/schema/index.ts"
import type { KeptImage } from "./keep-image.server.ts"

/**
 * Records a kept image, in the transaction of what it belongs to. A public one is made ready by a job; a private
 * one is shown as it is and is ready at once. Answers the image's id.
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
  if (isPublic(kept.container)) await emit(tx, "image.uploaded", { imageId: row.id })
  return row.id
}
