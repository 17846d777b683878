import type { ImageContainer } from "../../../core/ports/images.ts"
import type { Transaction } from "../../../db/client.ts"
import { images } from "../../../db/schema/index.ts"

/** An image of the demo that is stored already. */
export type StoredImage = {
  container: ImageContainer
  name: string
  contentType: string
  width: number
  height: number
  bytes: number
}

/** Inserts stored images as ready. Returns their ids by name. */
export async function insertImages(
  tx: Transaction,
  stored: readonly (StoredImage & { ownerId?: string })[],
): Promise<Map<string, string>> {
  const rows = await tx
    .insert(images)
    .values(stored.map((image) => ({ ...image, status: "ready" as const })))
    .returning({ id: images.id, name: images.name })
  return new Map(rows.map((row) => [row.name, row.id]))
}
