/** The formats of an uploaded image, as a file field's `accept` lists them. Never SVG, which can contain scripts. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const
/** `IMAGE_TYPES` in words. */
export const IMAGE_FORMATS = "JPEG, PNG, WebP or AVIF"

/** Shown for every other file. */
export const NOT_AN_IMAGE = `This file isn't an image we can read. Please choose a ${IMAGE_FORMATS}.`

export const MAX_IMAGE_BYTES = 1_048_576
/** The specification's text for a larger file. */
export const TOO_LARGE = "File size exceeds 1MB. Please select a smaller file."

/** Shown for an image that ends too early. */
export const NOT_WHOLE = "The photo didn't upload completely. Choose it again."

/** Shown for an image that would take too long to decode. */
export const TOO_MANY_PIXELS = "This photo has too many pixels. Please choose a smaller one, or a JPEG."

export type ImageType = (typeof IMAGE_TYPES)[number]

/** The format by the file's first bytes, without decoding it; undefined for every other file. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp"
  if (text(4, 12) === "ftypavif") return "image/avif"
  return undefined
}
