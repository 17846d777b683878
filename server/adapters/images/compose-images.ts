import type { Images } from "#core/ports/images.ts"
import type { Env } from "#server/config/env.ts"
import { composeFiles } from "../files/compose-files.ts"
import { type KeptImages, keptImages } from "./kept-images.ts"

/** What the routes of images that we keep ourselves need. */
export type ImageRoutes = { readonly images: KeptImages; readonly secret: string }

type ComposedImages = { images: Images; routes: ImageRoutes | undefined }

/** Images on Cloudinary where it is configured, else in a bucket or on disk, which this process then has to serve. */
export async function composeImages(env: Env): Promise<ComposedImages> {
  if (env.CLOUDINARY_URL) {
    // Its package is loaded only where it is used: a start should not wait for it.
    const { cloudinaryImages } = await import("./cloudinary-images.ts")
    return { images: cloudinaryImages(env.CLOUDINARY_URL), routes: undefined }
  }
  const secret = env.IMAGE_SECRET
  const images = keptImages({ files: composeFiles(env, "images"), secret })
  return { images, routes: { images, secret } }
}
