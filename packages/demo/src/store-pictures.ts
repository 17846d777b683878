import { createHash } from "node:crypto"
import sharp from "sharp"
import type { ImageContainer, Images } from "../../../core/ports/images.ts"
import { allPictures, DRAWN_MARKETS } from "./demo-pictures.ts"
import type { StoredPicture } from "./insert-images.ts"
import { type Paper, renderPaper } from "./paper-pictures.ts"
import { drawPicture, type Picture, pictureKey } from "./pictures.ts"

const AT_ONCE = 4

export const productImageName = (key: string): string => `demo-${key}`
export const marketImageName = (key: string): string => `stall-${key}`
/** Private pictures' names cannot be guessed from anything public, in the demo too. */
export const documentName = (secret: string, email: string, paper: Paper): string =>
  createHash("sha256").update(`${secret} ${email} ${paper}`).digest("base64url").slice(0, 32)

/**
 * Stores every drawing that the demo's products and stalls show, each once, as SVG: its sizes are drawn when they
 * are first looked at, which spares the first start half a minute. Again is the same as once.
 */
export async function storeDrawings(images: Images): Promise<StoredPicture[]> {
  const products = new Map(allPictures().map((picture) => [pictureKey(picture), picture]))
  const jobs = [
    ...[...products].map(([key, picture]) => drawing("products", productImageName(key), picture)),
    ...DRAWN_MARKETS.map((picture) => drawing("markets", marketImageName(pictureKey(picture)), picture)),
  ]
  return inParallel(jobs, async ({ container, name, picture }) =>
    store(images, container, name, drawPicture(picture)),
  )
}

/** An applicant's documents. */
export async function storeDocuments(
  images: Images,
  wanted: readonly { name: string; paper: Paper; hue: number }[],
): Promise<StoredPicture[]> {
  const drawn = new Map<string, Promise<Uint8Array>>()
  return inParallel(wanted, async ({ name, paper, hue }) => {
    const key = `${paper} ${hue}`
    const bytes = drawn.get(key) ?? renderPaper(paper, hue)
    drawn.set(key, bytes)
    return store(images, "identity", name, await bytes)
  })
}

const drawing = (container: ImageContainer, name: string, picture: Picture) => ({ container, name, picture })

/** Our own drawings need no check, only their facts. */
async function store(images: Images, container: ImageContainer, name: string, bytes: Uint8Array) {
  const { width, height, format } = await sharp(bytes).metadata()
  const contentType = format === "svg" ? "image/svg+xml" : "image/jpeg"
  await images.store({ container, name }, { bytes, contentType, width, height })
  return { container, name, contentType, width, height, bytes: bytes.byteLength }
}

async function inParallel<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < list.length; start += AT_ONCE)
    results.push(...(await Promise.all(list.slice(start, start + AT_ONCE).map(work))))
  return results
}
