import { join } from "node:path"
import type { Images } from "#core/ports/images.ts"
import type { Env } from "#server/config/env.ts"
import { type DiskImages, diskImages } from "./disk-images.ts"

/** What the routes of images on disk need. */
export type ImageRoutes = { readonly images: DiskImages; readonly secret: string }

type ComposedImages = { images: Images; routes: ImageRoutes | undefined }

/** Images on Cloudinary where it is configured, else on this machine's disk, which then has to serve them. */
export async function composeImages(env: Env): Promise<ComposedImages> {
  if (env.CLOUDINARY_URL) {
    // Its package is loaded only where it is used: a start should not wait for it.
    const { cloudinaryImages } = await import("./cloudinary-images.ts")
    return { images: cloudinaryImages(env.CLOUDINARY_URL), routes: undefined }
  }
  const secret = env.IMAGE_SECRET
  const images = diskImages({ directory: join(env.DATA_DIR, "images"), secret })
  return { images, routes: { images, secret } }
}
