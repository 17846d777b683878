import { createHash } from "node:crypto"
import sharp from "sharp"
import type { ImageContainer, Images } from "../../../core/ports/images.ts"
import { allImages, DRAWN_MARKETS } from "./demo-images.ts"
import { type DocumentKind, renderDocument } from "./document-images.ts"
import { type DemoImage, drawSvg, imageKey } from "./draw-image.ts"
import type { StoredImage } from "./insert-images.ts"

const AT_ONCE = 4

export const productImageName = (key: string): string => `demo-${key}`
export const marketImageName = (key: string): string => `stall-${key}`
/** Private images' names cannot be guessed from anything public, in the demo too. */
export const documentName = (secret: string, email: string, document: DocumentKind): string =>
  createHash("sha256").update(`${secret} ${email} ${document}`).digest("base64url").slice(0, 32)

/**
 * Stores every drawing that the demo's products and stalls show, each once, as SVG: its sizes are drawn when they
 * are first looked at, which spares the first start half a minute. Again is the same as once.
 */
export async function storeDrawings(images: Images): Promise<StoredImage[]> {
  const products = new Map(allImages().map((image) => [imageKey(image), image]))
  const jobs = [
    ...[...products].map(([key, image]) => drawing("products", productImageName(key), image)),
    ...DRAWN_MARKETS.map((image) => drawing("markets", marketImageName(imageKey(image)), image)),
  ]
  return inParallel(jobs, async ({ container, name, image }) =>
    store(images, container, name, drawSvg(image)),
  )
}

/** An applicant's documents. */
export async function storeDocuments(
  images: Images,
  wanted: readonly { name: string; document: DocumentKind; hue: number }[],
): Promise<StoredImage[]> {
  const drawn = new Map<string, Promise<Uint8Array>>()
  return inParallel(wanted, async ({ name, document, hue }) => {
    const key = `${document} ${hue}`
    const bytes = drawn.get(key) ?? renderDocument(document, hue)
    drawn.set(key, bytes)
    return store(images, "identity", name, await bytes)
  })
}

const drawing = (container: ImageContainer, name: string, image: DemoImage) => ({ container, name, image })

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
