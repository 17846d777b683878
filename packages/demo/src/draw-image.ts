import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import sharp from "sharp"
import { OWN_DRAWINGS } from "./own-drawings.ts"

/** How a product is shown. */
export type View = "alone" | "near" | "crate"

/** One image of the demo; equal images have equal keys, and are stored once. */
export type DemoImage = { drawing: string; hue: number; view: View }

/**
 * A product alone, or in another view. The background is transparent: the page's style sheet colors it, in light and
 * dark mode.
 */
export function imageOf({ drawing, hue }: { drawing: string; hue: number }, view: View = "alone"): DemoImage {
  return { drawing, hue, view }
}

export function imageKey({ drawing, hue, view }: DemoImage): string {
  const turned = hue === 0 ? "" : hue < 0 ? `-m${-hue}` : `-${hue}`
  return `${drawing}${turned}${view === "alone" ? "" : `-${view}`}`
}

/** The image as SVG, 56 units square, which scales to any size. */
export function drawSvg(image: DemoImage): Uint8Array {
  return Buffer.from(svgOf(image))
}

/** A WebP of `size` × `size` pixels, well below 1 MB; takes about 60 ms. Throws if the drawing does not exist. */
export async function renderImage(image: DemoImage, size = 1200): Promise<Uint8Array> {
  const svg = Buffer.from(svgOf(image))
  return sharp(svg, { density: (72 * size) / VIEW })
    .resize(size, size)
    .webp({ quality: 86 })
    .toBuffer()
}

const VIEW = 56

/** The subject in the center, with a soft shadow below it. */
function svgOf(image: DemoImage): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${VIEW}" height="${VIEW}" viewBox="0 0 ${VIEW} ${VIEW}">
<defs><radialGradient id="shade"><stop offset="0" stop-color="#3c3214" stop-opacity=".26"/><stop offset="1" stop-color="#3c3214" stop-opacity="0"/></radialGradient>
${turnOf(image, 0)}</defs>
<ellipse cx="28" cy="43.4" rx="14" ry="2.6" fill="url(#shade)"/>
${subjectOf(image)}</svg>`
}

function subjectOf(image: DemoImage): string {
  if (image.view === "crate")
    return `<svg x="10" y="9" width="36" height="36" viewBox="-1 24 34 34">${crateOf(image, 0, 0)}</svg>`
  const { at, down, size } =
    image.view === "near" ? { at: -6, down: -8, size: 68 } : { at: 12, down: 11, size: 32 }
  return `<g filter="url(#turn0)"><svg x="${at}" y="${down}" width="${size}" height="${size}" viewBox="0 0 32 32">${drawingBody(image.drawing)}</svg></g>`
}

const turnOf = ({ hue }: DemoImage, at: number) =>
  `<filter id="turn${at}" x="0" y="0" width="1" height="1"><feColorMatrix type="hueRotate" values="${hue}"/></filter>`

const STALL = { width: 112, height: 63 }

/** A market's own image as SVG: its awning over a counter with three crates of its products. */
export function drawStall(goods: readonly DemoImage[]): Uint8Array {
  const { width, height } = STALL
  const stripe = width / 14
  const awning = Array.from({ length: 14 }, (_, at) => {
    const x = at * stripe
    const fill = at % 2 === 0 ? "#1f5c33" : "#fdfcf7"
    return `<path d="M${x} 0h${stripe}v13a${stripe / 2} ${stripe / 2} 0 0 1-${stripe} 0z" fill="${fill}"/>`
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 8}" height="${height * 8}" viewBox="0 0 ${width} ${height}">
<defs>${goods.map(turnOf).join("")}</defs>
<rect y="57" width="${width}" height="6" fill="#8a5a35"/>
${goods.map((image, at) => crateOf(image, 8 + at * 33, at)).join("\n")}
${awning.join("")}</svg>`)
}

/**
 * A crate with five pieces of one product, the back row half hidden; `at` makes its ids differ from the next crate's.
 */
function crateOf({ drawing }: DemoImage, x: number, at: number): string {
  const piece = (dx: number, y: number) =>
    `<use href="#piece${at}" x="${x + dx}" y="${y}" width="12" height="12"/>`
  const pieces = [piece(5, 26), piece(13, 26), piece(0, 32), piece(9, 32), piece(18, 32)].join("")
  return `<symbol id="piece${at}" viewBox="0 0 32 32">${drawingBody(drawing)}</symbol>
<g filter="url(#turn${at})">${pieces}</g><path d="M${x} 42h30l-1.5 15h-27z" fill="#c08a58"/><path d="M${x} 42h30l-.5 5h-29z" fill="#d3a06c"/>`
}

let drawings: Record<string, string> | undefined

function drawingBody(name: string): string {
  const own = OWN_DRAWINGS[name]
  if (own) return own
  drawings ??= JSON.parse(gunzipSync(readFileSync(new URL("drawings.json.gz", import.meta.url))).toString())
  const body = drawings?.[name]
  if (!body) throw new Error(`No drawing "${name}": name it in the catalogue and run extract-drawings.ts`)
  return body
}
