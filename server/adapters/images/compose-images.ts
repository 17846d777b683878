import type { Images } from "#core/ports/images.ts"
import type { Env } from "#server/config/env.ts"
import { composeFiles } from "../files/compose-files.ts"
import { type KeptImages, keptImages } from "./kept-images.ts"

/** Dependencies of the routes that serve the images we store ourselves. */
export type ImageRoutes = { readonly images: KeptImages; readonly secret: string }

type ComposedImages = { images: Images; routes: ImageRoutes | undefined }

/** Images on Cloudinary if it is configured, otherwise in a bucket or on disk, served by this process. */
export async function composeImages(env: Env): Promise<ComposedImages> {
  if (env.CLOUDINARY_URL) {
    // Loaded only if it is used, to keep the start fast.
    const { cloudinaryImages } = await import("./cloudinary-images.ts")
    return { images: cloudinaryImages(env.CLOUDINARY_URL), routes: undefined }
  }
  const secret = env.IMAGE_SECRET
  const images = keptImages({ files: composeFiles(env, "images"), secret })
  return { images, routes: { images, secret } }
}
