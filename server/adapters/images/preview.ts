import { CARD_WIDTH } from "#core/images/widths.ts"
import { openSharp } from "./open-sharp.ts"
import { scaled } from "./sizes.ts"

/** It stands within a page that has 14 kB for all its words and its style. */
const LIMIT_BYTES = 900
/** The box that it fills, as wide as a phone: browsers count no image as painted that has to be enlarged for it. */
const BOX = { width: CARD_WIDTH, height: 329 }
/** How many pixels are left of its width, and how they are packed: the first of each that fit. */
const PIXELS = [BOX.width, 96, 32, 16]
const QUALITIES = [60, 40, 30, 20, 15]
const WORST = 10

/**
 * An image in under a kilobyte: blurred, in its own colours and its own place. Nothing for a drawing, through which
 * it would be seen.
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
