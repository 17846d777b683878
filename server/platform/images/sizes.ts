import type { Sharp } from "sharp"
import { openSharp } from "./open-sharp.ts"

/** The widths that pages ask for; whatever else is asked gets the next larger one. */
export const WIDTHS = [96, 192, 288, 384, 768, 1200] as const
export type Width = (typeof WIDTHS)[number]

/** Best first: what a browser accepts decides. */
export const FORMATS = ["avif", "webp", "jpeg"] as const
export type Format = (typeof FORMATS)[number]

export const widthFor = (wanted: number): Width => WIDTHS.find((width) => width >= wanted) ?? 1200

/** AVIF and WebP where the Accept header names them, JPEG for everybody else. */
export const formatFor = (accept: string): Format =>
  FORMATS.find((format) => accept.includes(`image/${format}`)) ?? "jpeg"

/** A card's picture may weigh this much; larger pictures stand alone on their page. */
const CARD_BYTES = 5 * 1024
const CARD_WIDTH = 384
const QUALITIES = {
  avif: [52, 42, 34, 26, 20],
  webp: [72, 58, 45, 34, 24],
  jpeg: [74, 62, 50, 40, 30],
} as const

/** One size in one format. Pictures for cards lose quality until they are light enough; jpeg gets twice the room. */
export async function encodeSize(original: Uint8Array, width: Width, format: Format): Promise<Buffer> {
  const sharp = await openSharp()
  const limit = width > CARD_WIDTH ? Number.POSITIVE_INFINITY : CARD_BYTES * (format === "jpeg" ? 2 : 1)
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

/** Pixels are never enlarged; a drawing is drawn as large as it is shown. */
async function scaled(original: Uint8Array, width: Width): Promise<Sharp> {
  const sharp = await openSharp()
  const image = sharp(original)
  const { format, width: own } = await image.metadata()
  if (format !== "svg") return image.resize({ width, withoutEnlargement: true })
  return sharp(original, { density: (72 * width) / own }).resize({ width })
}
