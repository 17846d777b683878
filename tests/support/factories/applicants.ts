import { eq } from "drizzle-orm"
import sharp from "sharp"
import { markets, users } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import type { Site } from "#tests/support/server.ts"
import { anImage } from "./images.ts"
import { aMarket } from "./markets.ts"

/** A seller who waits for approval, with an image of an ID on the server's disk. */
export async function anApplicant(
  { database: { db }, dataDir }: Pick<Site, "database" | "dataDir">,
  { name }: { name: string },
) {
  const market = await aMarket(db, { name, approval: "waiting", onboarded: null, subscription: "none" })
  const image = await anImage(db, { ownerId: market.sellerId, container: "identity" })
  await db.update(markets).set({ ownerPhotoId: image.id }).where(eq(markets.id, market.id))
  await storeImage({ dataDir }, image)
  const [user] = await db.select().from(users).where(eq(users.id, market.sellerId))
  return { ...market, image, email: user!.email }
}

/** Writes a small PNG to an installation's disk, as the file of this image. */
export async function storeImage(
  { dataDir }: Pick<Site, "dataDir">,
  image: Awaited<ReturnType<typeof anImage>>,
): Promise<void> {
  const disk = diskImages({ directory: `${dataDir}/images`, secret: "unused by storing" })
  const paper = sharp({ create: { width: 320, height: 200, channels: 3, background: "#cde" } })
  const bytes = new Uint8Array(await paper.png().toBuffer())
  await disk.store(image, { bytes, contentType: "image/png", width: 320, height: 200 })
}
