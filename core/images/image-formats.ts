/** The formats of an uploaded image, as a file field's `accept` names them. Never SVG: a drawing is a program to run. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const
/** `IMAGE_TYPES` as people read them. */
export const IMAGE_FORMATS = "JPEG, PNG, WebP or AVIF"

/** What is said of every other file. */
export const NOT_AN_IMAGE = `This file is not an image we can read. Please choose a ${IMAGE_FORMATS}.`

export const MAX_IMAGE_BYTES = 1_048_576
/** The specification's sentence for a larger file. */
export const TOO_LARGE = "File size exceeds 1MB. Please select a smaller file."

/** What is said of an image that stops in the middle. */
export const NOT_WHOLE = "The photo did not come whole. Choose it again."

/** What is said of an image that would take too long to read. */
export const TOO_MANY_PIXELS = "This picture has too many pixels. Please choose a smaller one, or a JPEG."

export type ImageType = (typeof IMAGE_TYPES)[number]

/** The format that a file's first bytes tell, before anything decodes it; undefined for every other file. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp"
  if (text(4, 12) === "ftypavif") return "image/avif"
  return undefined
}
