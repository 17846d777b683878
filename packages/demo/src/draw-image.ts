import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import sharp from "sharp"
import { CATEGORY_COLORS, type Category, type Ground } from "../../../core/catalog/categories.ts"
import { BLUSH_DRAWINGS, BUTTER_DRAWINGS, SAGE_DRAWINGS } from "./product-colors.ts"

/** The tints of the day, from OKLCH (app/ui/tokens.css) to sRGB. */
const GROUNDS: Record<Ground, string> = {
  butter: "#f5e7bf",
  sage: "#ddefe1",
  blush: "#fbe0de",
  sky: "#d9ebf7",
}

/** One image of the demo; equal images have equal keys, and need to be kept only once. */
export type DemoImage = { drawing: string; hue: number; ground: Ground; closeUp?: true }

/** A drawing on its category's ground, or on the one that suits the drawing where produce would drown in its own. */
export function imageOf(item: { category: Category; drawing: string; hue: number }): DemoImage {
  return { drawing: item.drawing, hue: item.hue, ground: colorOf(item.category, item.drawing) }
}

/** A second image of the same thing, from nearer by. */
export const closeUpOf = (image: DemoImage): DemoImage => ({ ...image, closeUp: true })

export function imageKey({ drawing, hue, ground, closeUp }: DemoImage): string {
  const turned = hue === 0 ? "" : hue < 0 ? `-m${-hue}` : `-${hue}`
  return `${drawing}${turned}-${ground}${closeUp ? "-close" : ""}`
}

/** The image as SVG, 56 units square: whoever shows it draws it in the size that is shown. */
export function drawSvg(image: DemoImage): Uint8Array {
  return Buffer.from(svgOf(image))
}

/** A WebP of `size` × `size` pixels, well below 1 MB: about 60 ms of work. Throws on a drawing that is not there. */
export async function renderImage(image: DemoImage, size = 1200): Promise<Uint8Array> {
  const svg = Buffer.from(svgOf(image))
  return sharp(svg, { density: (72 * size) / VIEW })
    .resize(size, size)
    .webp({ quality: 86 })
    .toBuffer()
}

const VIEW = 56

/** The subject in the middle on its ground, with a soft shadow below it. */
function svgOf({ drawing, hue, ground, closeUp }: DemoImage): string {
  const subject = closeUp ? { at: -6, down: -8, size: 68 } : { at: 12, down: 11, size: 32 }
  const turn = hue === 0 ? "" : ' filter="url(#turn)"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${VIEW}" height="${VIEW}" viewBox="0 0 ${VIEW} ${VIEW}">
<defs><radialGradient id="shade"><stop offset="0" stop-color="#3c3214" stop-opacity=".26"/><stop offset="1" stop-color="#3c3214" stop-opacity="0"/></radialGradient>
<filter id="turn" x="0" y="0" width="1" height="1"><feColorMatrix type="hueRotate" values="${hue}"/></filter></defs>
<rect width="${VIEW}" height="${VIEW}" fill="${GROUNDS[ground]}"/>
<ellipse cx="28" cy="43.4" rx="14" ry="2.6" fill="url(#shade)"/>
<g${turn}><svg x="${subject.at}" y="${subject.down}" width="${subject.size}" height="${subject.size}" viewBox="0 0 32 32">${drawingBody(drawing)}</svg></g></svg>`
}

const STALL = { width: 112, height: 63 }

/** A market's own image as SVG: its awning over a counter with three crates of what it sells. */
export function drawStall(goods: readonly DemoImage[]): Uint8Array {
  const { width, height } = STALL
  const stripe = width / 14
  const awning = Array.from({ length: 14 }, (_, at) => {
    const x = at * stripe
    const fill = at % 2 === 0 ? "#1f5c33" : "#fdfcf7"
    return `<path d="M${x} 0h${stripe}v13a${stripe / 2} ${stripe / 2} 0 0 1-${stripe} 0z" fill="${fill}"/>`
  })
  const crates = goods.map((image, at) => crateOf(image, 8 + at * 33))
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 8}" height="${height * 8}" viewBox="0 0 ${width} ${height}">
<defs>${goods.map(({ hue }, at) => `<filter id="turn${at}" x="0" y="0" width="1" height="1"><feColorMatrix type="hueRotate" values="${hue}"/></filter>`).join("")}</defs>
<rect width="${width}" height="${height}" fill="${GROUNDS.sage}"/>
<rect y="57" width="${width}" height="6" fill="#8a5a35"/>
${crates.map((draw, at) => draw(at)).join("\n")}
${awning.join("")}</svg>`)
}

/** A crate with five pieces of one thing, the back row half hidden. */
function crateOf({ drawing, hue }: DemoImage, x: number) {
  const piece = (dx: number, y: number) =>
    `<svg x="${x + dx}" y="${y}" width="12" height="12" viewBox="0 0 32 32">${drawingBody(drawing)}</svg>`
  const pieces = [piece(5, 26), piece(13, 26), piece(0, 32), piece(9, 32), piece(18, 32)].join("")
  return (at: number) =>
    `<g${hue === 0 ? "" : ` filter="url(#turn${at})"`}>${pieces}</g><path d="M${x} 42h30l-1.5 15h-27z" fill="#c08a58"/><path d="M${x} 42h30l-.5 5h-29z" fill="#d3a06c"/>`
}

let drawings: Record<string, string> | undefined

function drawingBody(name: string): string {
  drawings ??= JSON.parse(gunzipSync(readFileSync(new URL("drawings.json.gz", import.meta.url))).toString())
  const body = drawings?.[name]
  if (!body) throw new Error(`No drawing "${name}": name it in the catalogue and run extract-drawings.ts`)
  return body
}

function colorOf(category: Category, drawing: string): Ground {
  if (category !== "Vegetables" && category !== "Fruits") return CATEGORY_COLORS[category]
  if (SAGE_DRAWINGS.has(drawing)) return "sage"
  if (BLUSH_DRAWINGS.has(drawing)) return "blush"
  return BUTTER_DRAWINGS.has(drawing) ? "butter" : CATEGORY_COLORS[category]
}
