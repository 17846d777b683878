import { isCutOff, withEndMark } from "#core/images/end-marks.ts"
import {
  type ImageType,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  NOT_AN_IMAGE,
  NOT_WHOLE,
  TOO_LARGE,
} from "#core/images/image-formats.ts"

const FIRST_SIDE = 2000
const QUALITY = 0.82
/** The size of the checked part of a JPEG's last block, in pixels. */
const CORNER = 4

type Watched = { signal?: AbortSignal; onProgress?: (done: number) => void }

/**
 * Returns the photo unchanged if it is at most 1 MB and of a type that the server takes; otherwise as a JPEG of at most
 * 1 MB, upright, and scaled down as needed. Returns an error message, worded like the server's, for a file that is not
 * an image or that this browser cannot shrink. Throws when it is aborted.
 */
export async function shrinkPhoto(photo: Blob, { signal, onProgress }: Watched = {}): Promise<Blob | string> {
  const isSmall = photo.size <= MAX_IMAGE_BYTES
  const head = new Uint8Array(await photo.slice(0, 16).arrayBuffer())
  signal?.throwIfAborted()
  const type = imageTypeOf(head)
  if (isSmall && type) return photo
  onProgress?.(0.1)
  // Browsers apply the EXIF orientation, and decode the formats that they support, which in Safari includes HEIC.
  const image = (await decoded(photo)) ?? (type ? await decodedWithEnd(photo, type) : NOT_AN_IMAGE)
  if (typeof image === "string") return image
  try {
    for (let side = FIRST_SIDE; side >= 500; side = Math.round(side * 0.7)) {
      signal?.throwIfAborted()
      onProgress?.(1 - (0.5 * side) / FIRST_SIDE)
      const smaller = await drawn(image, side)
      if (smaller && smaller.size <= MAX_IMAGE_BYTES) return smaller
    }
    return TOO_LARGE
  } finally {
    image.close()
  }
}

const decoded = (photo: Blob) => createImageBitmap(photo).catch(() => null)

/** Browsers display a photo without an end mark, but do not decode it for scripts. */
async function decodedWithEnd(photo: Blob, type: ImageType): Promise<ImageBitmap | string> {
  const bytes = new Uint8Array(await photo.arrayBuffer())
  if (!isCutOff(bytes, type)) return TOO_LARGE
  const closed = withEndMark(bytes, type)
  const image = closed && (await decoded(new Blob([closed])))
  if (image && !isUnfinished(image)) return image
  image?.close()
  return NOT_WHOLE
}

/**
 * Whether a JPEG is truncated: decoders fill the missing part with a single gray. Its last block is in a corner,
 * whatever the orientation.
 */
function isUnfinished(image: ImageBitmap): boolean {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = CORNER
  const paper = canvas.getContext("2d")
  const { width, height } = image
  return [0, width - CORNER].some((left) =>
    [0, height - CORNER].some((top) => {
      paper?.drawImage(image, -left, -top)
      return paper
        ?.getImageData(0, 0, CORNER, CORNER)
        .data.every((value, at) => at % 4 === 3 || value === 128)
    }),
  )
}

function drawn(image: ImageBitmap, longestSide: number): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const paper = canvas.getContext("2d")
  if (paper) {
    // JPEG has no transparency: transparent parts become white, as on a page.
    paper.fillStyle = "#fff"
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))
}
