import { availableParallelism } from "node:os"
import type { FailOnOptions, Sharp } from "sharp"
import { DomainError } from "#core/errors.ts"
import { networksOf } from "#core/identity/networks.ts"
import { isCutOff, withEndMark } from "#core/images/end-marks.ts"
import {
  type ImageType,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  NOT_AN_IMAGE,
  NOT_WHOLE,
  TOO_LARGE,
  TOO_MANY_PIXELS,
} from "#core/images/image-formats.ts"
import type { CheckedImage, ImageSender } from "#core/ports/images.ts"
import { imagesWait, othersAreChecked } from "./images-wait.ts"
import { limitAtOnce, limitEachAtOnce } from "./limit-at-once.ts"
import { openSharp } from "./open-sharp.ts"

/** 1 MB, as the specification means it. */
/** 1 MB of compressed nothing can unpack to gigabytes; phones make at most some 50 megapixels. */
const MAX_PIXELS = 60_000_000
/** Reading AVIF costs five times the processor's time of the others. A phone's photo of 12 megapixels is still read. */
const MAX_AVIF_PIXELS = 12_500_000
/** Of somebody without an account: 4 megapixels cost 0.3 s, and a file of 700 bytes can have them. */
const MAX_VISITOR_AVIF_PIXELS = 4_000_000
/** What is kept at most: the largest size that a page shows, twice over. */
const MAX_SIDE = 2_400
/** The largest photo takes a second; one that takes so long was made to. */
const TIMEOUT_SECONDS = 15

/** Longer than the one image takes that may be ahead of a member's. */
const WAIT_MS = 20_000

/** Half of the processors at most, so that who uploads nothing does not notice. */
const decode = limitAtOnce({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 16,
  waitMs: WAIT_MS,
  full: imagesWait,
})
/** Members go first, and people without an account never fill the places in which members wait. */
const [MEMBERS, VISITORS] = [0, 1]

/** Nobody fills a lane alone. Several photos that one person chose at once wait for each other instead. */
const ofMember = limitEachAtOnce({ atOnce: 4, waiting: 12, waitMs: WAIT_MS, full: othersAreChecked })
const ofAddress = limitEachAtOnce({ atOnce: 2, waiting: 6, waitMs: WAIT_MS, full: othersAreChecked })

/**
 * Finds out by its content whether an upload is an image, and makes it fit to be kept: upright, without EXIF or
 * GPS, no larger than anybody looks at. Throws `file_too_large` and `file_not_image`, `rate_limited` while several of
 * the sender's own are checked, and `provider_down` while too many others wait for theirs.
 */
export async function checkImage(bytes: Uint8Array, sender?: ImageSender): Promise<CheckedImage> {
  const type = imageTypeOf(bytes)
  // First: a smaller copy of a HEIC would be no better.
  if (!type) throw notImage()
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new DomainError("file_too_large", TOO_LARGE)
  if (sender && "address" in sender) return checkForVisitor(sender.address, bytes, type)
  const maxPixels = type === "image/avif" ? MAX_AVIF_PIXELS : MAX_PIXELS
  const check = () => decode(() => rewrite(bytes, type, maxPixels), MEMBERS)
  return sender ? ofMember(sender.userId, 1, check) : check()
}

function checkForVisitor(address: string, bytes: Uint8Array, type: ImageType): Promise<CheckedImage> {
  const maxPixels = type === "image/avif" ? MAX_VISITOR_AVIF_PIXELS : MAX_PIXELS
  let check = () => decode(() => rewrite(bytes, type, maxPixels), VISITORS)
  // The smallest network first: who fills it takes no place of the larger one.
  for (const { name, times } of networksOf(address).toReversed()) {
    const inner = check
    check = () => ofAddress(name, times, inner)
  }
  return check()
}

/** Read whole, so that a broken file is found now; written again, which leaves every hidden field behind. */
async function rewrite(bytes: Uint8Array, type: ImageType, limitInputPixels: number): Promise<CheckedImage> {
  const sharp = await openSharp()
  const sayWhy = () => {
    throw isCutOff(bytes, type) ? new DomainError("file_not_image", NOT_WHOLE) : notImage()
  }
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(sayWhy)
  if (width * height > limitInputPixels) throw new DomainError("file_not_image", TOO_MANY_PIXELS)
  const contentType = type === "image/avif" ? "image/webp" : type
  const encoded = async (file: Uint8Array, failOn: FailOnOptions): Promise<CheckedImage> => {
    const kept = sharp(file, { limitInputPixels, failOn, autoOrient: true })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
    const { data, info } = await encode(kept, contentType).toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType, width: info.width, height: info.height }
  }
  return encoded(bytes, "error").catch(() => {
    const closed = withEndMark(bytes, type)
    // "warning", since an end mark hides whatever is missing before it.
    return closed ? encoded(closed, "warning").catch(sayWhy) : sayWhy()
  })
}

export const notImage = () => new DomainError("file_not_image", NOT_AN_IMAGE)

function encode(image: Sharp, contentType: Exclude<ImageType, "image/avif">): Sharp {
  if (contentType === "image/png") return image.png()
  // Not mozjpeg: a tenth fewer bytes for ten times the time, in which a courier stands at the door.
  if (contentType === "image/jpeg") return image.jpeg({ quality: 82 })
  return image.webp({ quality: 88 })
}
