import type { ImageContainer } from "#core/ports/images.ts"
import type { Database } from "#db/client.ts"
import { images } from "#db/schema/index.ts"

/** Inserts the row of an image that is ready. The test itself provides the file. */
export async function anImage(db: Database, facts: { ownerId: string; container: ImageContainer }) {
  const [image] = await db
    .insert(images)
    .values({ name: crypto.randomUUID(), contentType: "image/jpeg", status: "ready", ...facts })
    .returning()
  return image!
}
