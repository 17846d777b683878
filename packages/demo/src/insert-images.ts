import type { ImageContainer } from "../../../core/ports/images.ts"
import type { Transaction } from "../../../db/client.ts"
import { images } from "../../../db/schema/index.ts"

/** A picture of the demo that has been stored already. */
export type StoredPicture = {
  container: ImageContainer
  name: string
  contentType: string
  width: number
  height: number
  bytes: number
}

/** Rows for stored pictures, ready to be shown. Answers their ids by name. */
export async function insertImages(
  tx: Transaction,
  stored: readonly (StoredPicture & { ownerId?: string })[],
): Promise<Map<string, string>> {
  const rows = await tx
    .insert(images)
    .values(stored.map((picture) => ({ ...picture, status: "ready" as const })))
    .returning({ id: images.id, name: images.name })
  return new Map(rows.map((row) => [row.name, row.id]))
}
