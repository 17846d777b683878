import { Client } from "pg"
import { bucketOf } from "../../../../server/adapters/files/compose-files.ts"
import { s3Files } from "../../../../server/adapters/files/s3-files.ts"
import { ProviderError } from "../../../../server/adapters/resilience.ts"
import { APART, disksInUse } from "../../../../server/operations/disks.ts"
import { type Finding, off, type ReadableSettings, works, wrong } from "./finding.ts"

const BUCKET = "Bucket for images"
const DISK = "Files on disk"
const WITHIN_MS = 6_000

/** Writes a file of a few bytes, reads it, and removes it: a key may allow only some of these. */
export async function checkBucket(settings: ReadableSettings): Promise<Finding> {
  const bucket = bucketOf(settings)
  if (!bucket) return off(BUCKET, "not configured: images are at Cloudinary or on disk (IMAGES_S3_BUCKET).")
  const files = s3Files(bucket, "doctor", { timeoutMs: WITHIN_MS })
  const key = `asks/${crypto.randomUUID()}`
  try {
    await files.write(key, new TextEncoder().encode("The doctor was here."))
    const isThere = (await files.read(key)) !== undefined
    const isListed = (await files.list("asks")).some((file) => file.key === key)
    await files.remove(key)
    if (isThere && isListed) return works(BUCKET, "takes, shows, lists and removes a file.")
    return wrong(BUCKET, "loses what is written.", "Check that IMAGES_S3_ENDPOINT is an S3-compatible store.")
  } catch (error) {
    const reason = error instanceof ProviderError ? error.reason : "cannot be reached"
    return wrong(
      BUCKET,
      `${reason}.`,
      "Check IMAGES_S3_BUCKET, its keys, IMAGES_S3_ENDPOINT and IMAGES_S3_REGION; the key has to be allowed to read, write, list and delete.",
    )
  }
}

/** Checks the disks of running web and worker processes, which their application names in PostgreSQL identify. */
export async function checkDisks(settings: ReadableSettings): Promise<Finding[]> {
  const { DATABASE_URL: connectionString } = settings
  if (!connectionString || bucketOf(settings)) return []
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const disks = await disksInUse(client)
    if (disks.length > 1) return [wrong(DISK, `${disks.length} at once: ${APART.says}`, APART.todo)]
    return disks.length === 1 ? [works(DISK, "all web and worker processes share one.")] : []
  } catch {
    // Problems with the database are reported on their own line.
    return []
  } finally {
    await client.end().catch(() => undefined)
  }
}
