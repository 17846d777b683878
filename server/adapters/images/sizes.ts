import type { Sharp } from "sharp"
import { CARD_WIDTH, type ImageWidth } from "#core/images/widths.ts"
import { openSharp } from "./open-sharp.ts"

/** In the order of preference; the browser's Accept header decides. */
export const FORMATS = ["avif", "webp", "jpeg"] as const
export type Format = (typeof FORMATS)[number]

/** The first of AVIF and WebP that the Accept header names; otherwise JPEG. */
export const formatFor = (accept: string): Format =>
  FORMATS.find((format) => accept.includes(`image/${format}`)) ?? "jpeg"

/**
 * The maximum file size by width: a card's image, and one that fills a phone's page. Wider images are for large
 * screens.
 */
const KILOBYTES: readonly (readonly [upTo: number, kilobytes: number])[] = [
  [CARD_WIDTH, 5],
  [576, 16],
  [768, 28],
]
const QUALITIES = {
  avif: [52, 42, 34, 26, 20],
  webp: [72, 58, 45, 34, 24],
  jpeg: [74, 62, 50, 40, 30],
} as const

/** Encodes one size in one format. Reduces the quality until the file is light enough; JPEG may be twice as large. */
export async function encodeSize(original: Uint8Array, width: ImageWidth, format: Format): Promise<Buffer> {
  const sharp = await openSharp()
  const limit = bytesFor(width) * (format === "jpeg" ? 2 : 1)
  const small = await (await scaled(original, width))
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: w, height: h, channels } = small.info
  const at = (quality: number) => {
    const image = sharp(small.data, { raw: { width: w, height: h, channels } })
    if (format === "avif") return image.avif({ quality, effort: 2 }).toBuffer()
    if (format === "webp") return image.webp({ quality, effort: 4 }).toBuffer()
    return image.jpeg({ quality, mozjpeg: true }).toBuffer()
  }
  let made = await at(QUALITIES[format][0])
  for (const quality of QUALITIES[format].slice(1)) {
    if (made.byteLength <= limit) break
    made = await at(quality)
  }
  return made
}

/** The image shown until the sizes are made: small, and quick to encode while the person waits for the upload. */
export async function encodeFirst(original: Uint8Array): Promise<Buffer> {
  const image = await scaled(original, 576)
  return image.flatten({ background: "#ffffff" }).jpeg({ quality: 60 }).toBuffer()
}

const bytesFor = (width: ImageWidth): number =>
  1024 * (KILOBYTES.find(([upTo]) => width <= upTo)?.[1] ?? Number.POSITIVE_INFINITY)

/** Never enlarges pixels; renders a drawing (SVG) at the requested width. */
export async function scaled(original: Uint8Array, width: ImageWidth): Promise<Sharp> {
  const sharp = await openSharp()
  const image = sharp(original)
  const { format, width: own } = await image.metadata()
  if (format !== "svg") return image.resize({ width, withoutEnlargement: true })
  return sharp(original, { density: (72 * width) / own }).resize({ width })
}
