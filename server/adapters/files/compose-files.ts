import { join } from "node:path"
import type { Env } from "#server/config/env.ts"
import { diskFiles } from "./disk-files.ts"
import type { FileStore } from "./file-store.ts"
import { s3Files } from "./s3-files.ts"

/** The bucket that IMAGES_S3_* configures; undefined without one. */
export const bucketOf = (env: {
  IMAGES_S3_BUCKET?: string | undefined
  IMAGES_S3_ACCESS_KEY_ID?: string | undefined
  IMAGES_S3_SECRET_ACCESS_KEY?: string | undefined
  IMAGES_S3_ENDPOINT?: string | undefined
  IMAGES_S3_REGION?: string | undefined
}) =>
  env.IMAGES_S3_BUCKET
    ? {
        bucket: env.IMAGES_S3_BUCKET,
        accessKeyId: env.IMAGES_S3_ACCESS_KEY_ID ?? "",
        secretAccessKey: env.IMAGES_S3_SECRET_ACCESS_KEY ?? "",
        endpoint: env.IMAGES_S3_ENDPOINT,
        region: env.IMAGES_S3_REGION,
      }
    : undefined

/** A folder that all processes share: in the bucket if one is configured, otherwise under DATA_DIR. */
export function composeFiles(env: Env, folder: "images" | "assets"): FileStore {
  const bucket = bucketOf(env)
  return bucket ? s3Files(bucket, folder) : diskFiles(join(env.DATA_DIR, folder))
}
