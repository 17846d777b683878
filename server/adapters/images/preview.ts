import { CARD_WIDTH } from "#core/images/widths.ts"
import { openSharp } from "./open-sharp.ts"
import { scaled } from "./sizes.ts"

/** The preview is inlined in a page that has 14 kB for all its text and style. */
const LIMIT_BYTES = 900
/**
 * The size at which it is shown, as wide as a phone: browsers do not count an image as painted if it has to be
 * enlarged.
 */
const BOX = { width: CARD_WIDTH, height: 329 }
/** Widths in pixels to shrink it to, and qualities to encode it with: the first that fits is used. */
const PIXELS = [BOX.width, 96, 32, 16]
const QUALITIES = [60, 40, 30, 20, 15]
const WORST = 10

/**
 * Encodes a blurred preview of less than a kilobyte, with the image's own colors in their places. Undefined for a
 * drawing (SVG), because the preview would show through it.
 */
export async function encodePreview(original: Uint8Array): Promise<Buffer> {
  const sharp = await openSharp()
  if ((await sharp(original).metadata()).format === "svg") return Buffer.alloc(0)
  const whole = await (await scaled(original, CARD_WIDTH))
    .resize({ ...BOX, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer()
  const pack = async (width: number, quality: number) => {
    const blurred = await sharp(whole).resize({ width }).png().toBuffer()
    return sharp(blurred)
      .resize({ ...BOX, fit: "fill" })
      .avif({ quality, effort: 4 })
      .toBuffer()
  }
  let made = Buffer.alloc(0)
  let width = 0
  for (width of PIXELS) {
    made = await pack(width, WORST)
    if (made.byteLength <= LIMIT_BYTES) break
  }
  for (const quality of QUALITIES) {
    const better = await pack(width, quality)
    if (better.byteLength <= LIMIT_BYTES) return better
  }
  return made
}
