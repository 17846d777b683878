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
import { limitAtOnce, limitEachAtOnce } from "./limit-at-once.ts"
import { openSharp } from "./open-sharp.ts"
import { imagesWait, othersAreChecked } from "./upload-errors.ts"

/** A compressed file of 1 MB can unpack to gigabytes; phones take photos of about 50 megapixels at most. */
const MAX_PIXELS = 60_000_000
/** Decoding AVIF takes five times the CPU time of other formats. A phone's photo of 12 megapixels still passes. */
const MAX_AVIF_PIXELS = 12_500_000
/** The limit without an account: decoding 4 megapixels takes 0.3 s, and a file of 700 bytes can contain that many. */
const MAX_VISITOR_AVIF_PIXELS = 4_000_000
/** The longest side of a stored image: twice the largest size that a page shows. */
const MAX_SIDE = 2_400
/** The largest photo takes a second; a file that takes 15 is an attack. */
const TIMEOUT_SECONDS = 15

/** Longer than one image takes, since a member's image may have to wait for one. */
const WAIT_MS = 20_000

/** Uses half of the processors at most, so that people who upload nothing notice no delay. */
const decode = limitAtOnce({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 16,
  waitMs: WAIT_MS,
  full: imagesWait,
})
/** Members go first, and visitors without an account never take the members' places in the queue. */
const [MEMBERS, VISITORS] = [0, 1]

/** One person cannot fill a lane. Several photos chosen at once wait for each other instead. */
const ofMember = limitEachAtOnce({ atOnce: 4, waiting: 12, waitMs: WAIT_MS, full: othersAreChecked })
const ofAddress = limitEachAtOnce({ atOnce: 2, waiting: 6, waitMs: WAIT_MS, full: othersAreChecked })

/**
 * Checks by its content that an upload is an image, and normalizes it: upright, without EXIF or GPS, and no larger than
 * any page needs.
 *
 * @throws DomainError `file_too_large` or `file_not_image`; `rate_limited` while too many uploads of the same sender
 * are being checked; `provider_down` while too many uploads of others are waiting
 */
export async function checkImage(bytes: Uint8Array, sender?: ImageSender): Promise<CheckedImage> {
  const type = imageTypeOf(bytes)
  // Checked before the size: compressing a HEIC file would not make it valid.
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
  // The smallest network is checked first, so that a full one takes no place of the larger network.
  for (const { name, times } of networksOf(address).toReversed()) {
    const inner = check
    check = () => ofAddress(name, times, inner)
  }
  return check()
}

/** Decodes the whole image, so that a broken file is detected here, and encodes it again, which drops all metadata. */
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
    // "warning", since an end marker hides missing data before it.
    return closed ? encoded(closed, "warning").catch(sayWhy) : sayWhy()
  })
}

export const notImage = () => new DomainError("file_not_image", NOT_AN_IMAGE)

function encode(image: Sharp, contentType: Exclude<ImageType, "image/avif">): Sharp {
  if (contentType === "image/png") return image.png()
  // Not mozjpeg: a tenth fewer bytes for ten times the time, while a courier waits at the door.
  if (contentType === "image/jpeg") return image.jpeg({ quality: 82 })
  return image.webp({ quality: 88 })
}
