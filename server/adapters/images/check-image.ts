import { availableParallelism } from "node:os"
import type { Sharp } from "sharp"
import { DomainError } from "#core/errors.ts"
import { type ImageType, imageTypeOf, NOT_AN_IMAGE } from "#core/images/image-formats.ts"
import type { CheckedImage } from "#core/ports/images.ts"
import { imagesWait } from "./images-wait.ts"
import { limitAtOnce } from "./limit-at-once.ts"
import { openSharp } from "./open-sharp.ts"

/** 1 MB, as the specification means it. */
export const MAX_IMAGE_BYTES = 1_048_576
/** 1 MB of compressed nothing can unpack to gigabytes; phones make at most some 50 megapixels. */
const MAX_PIXELS = 60_000_000
/** Reading AVIF costs five times the processor's time of the others. */
const MAX_AVIF_PIXELS = 16_000_000
/** What is kept at most: the largest size that a page shows, twice over. */
const MAX_SIDE = 2_400
/** The largest photo takes a second; one that takes so long was made to. */
const TIMEOUT_SECONDS = 15

/** Half of the processors at most, so that who uploads nothing does not notice. */
const decode = limitAtOnce({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 16,
  full: imagesWait,
})

/**
 * Finds out by its content whether an upload is an image, and makes it fit to be kept: upright, without EXIF or
 * GPS, no larger than anybody looks at. Throws `file_too_large` and `file_not_image`, and `provider_down` while too
 * many others wait for theirs.
 */
export async function checkImage(bytes: Uint8Array): Promise<CheckedImage> {
  if (bytes.byteLength > MAX_IMAGE_BYTES)
    throw new DomainError("file_too_large", "File size exceeds 1MB. Please select a smaller file.")
  const type = imageTypeOf(bytes)
  if (!type) throw notImage()
  return decode(() => rewrite(bytes, type))
}

/** Read whole, so that a broken file is found now; written again, which leaves every hidden field behind. */
async function rewrite(bytes: Uint8Array, type: ImageType): Promise<CheckedImage> {
  const sharp = await openSharp()
  const limitInputPixels = type === "image/avif" ? MAX_AVIF_PIXELS : MAX_PIXELS
  const contentType = type === "image/avif" ? "image/webp" : type
  try {
    const kept = sharp(bytes, { limitInputPixels, failOn: "error", autoOrient: true })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
    const { data, info } = await encode(kept, contentType).toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType, width: info.width, height: info.height }
  } catch {
    throw notImage()
  }
}

export const notImage = () => new DomainError("file_not_image", NOT_AN_IMAGE)

function encode(image: Sharp, contentType: Exclude<ImageType, "image/avif">): Sharp {
  if (contentType === "image/png") return image.png()
  // Not mozjpeg: a tenth fewer bytes for ten times the time, in which a courier stands at the door.
  if (contentType === "image/jpeg") return image.jpeg({ quality: 82 })
  return image.webp({ quality: 88 })
}
