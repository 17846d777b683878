import type { ImageContainer } from "#core/ports/images.ts"
import type { Database } from "#db/client.ts"
import { images } from "#db/schema/index.ts"

/** The row of an image that is ready; its file is the test's affair. */
export async function anImage(db: Database, facts: { ownerId: string; container: ImageContainer }) {
  const [image] = await db
    .insert(images)
    .values({ name: crypto.randomUUID(), contentType: "image/jpeg", status: "ready", ...facts })
    .returning()
  return image!
}
