import { join } from "node:path"
import type { Images } from "#core/ports/images.ts"
import type { Env } from "#server/platform/env.ts"
import { cloudinaryImages } from "./cloudinary-images.ts"
import { type DiskImages, diskImages } from "./disk-images.ts"

/** What the routes of pictures on disk need. */
export type PictureRoutes = { readonly images: DiskImages; readonly secret: string }

/** Pictures on Cloudinary where it is configured, else on this machine's disk, which then has to serve them. */
export function composeImages(env: Env): { images: Images; routes: PictureRoutes | undefined } {
  if (env.CLOUDINARY_URL) return { images: cloudinaryImages(env.CLOUDINARY_URL), routes: undefined }
  const secret = env.IMAGE_SECRET
  const images = diskImages({ directory: join(env.DATA_DIR, "images"), secret })
  return { images, routes: { images, secret } }
}
