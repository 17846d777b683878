import { mkdirSync, rmdirSync } from "node:fs"
import { eq } from "drizzle-orm"
import { images } from "#db/schema/index.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { storeImage } from "./factories/applicants.ts"
import { anImage } from "./factories/images.ts"
import { aMarket } from "./factories/markets.ts"
import type { Site } from "./server.ts"

/** A job whose image cannot be read until `repair` creates the file. */
export async function aFailingJob({ database, dataDir }: Pick<Site, "database" | "dataDir">) {
  const { db } = database
  const { sellerId } = await aMarket(db)
  const image = await anImage(db, { ownerId: sellerId, container: "products" })
  await db.update(images).set({ status: "processing" }).where(eq(images.id, image.id))
  const inTheWay = `${dataDir}/images/products/${image.name}/original`
  mkdirSync(inTheWay, { recursive: true })
  const jobId = `test-${image.id}`
  const backend = await postgresBackend({ connectionString: database.url, workers: 0 })
  const queue = await backend.queue("images")
  await queue.add("process-image", { imageId: image.id }, { jobId })
  await queue.close()
  await backend.close()
  const repair = async () => {
    rmdirSync(inTheWay)
    await storeImage({ dataDir }, image)
  }
  return { imageId: image.id, jobId, repair }
}
