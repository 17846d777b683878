import { createHash } from "node:crypto"
import PQueue from "p-queue"
import sharp from "sharp"
import type { ImageContainer, Images } from "../../../core/ports/images.ts"
import { allImages, stallGoods } from "./demo-images.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type DocumentKind, renderDocument } from "./document-images.ts"
import { drawStall, drawSvg, imageKey } from "./draw-image.ts"
import type { StoredImage } from "./insert-images.ts"

const AT_ONCE = 4

export const productImageName = (key: string): string => `demo-${key}`
/** Markets with the same categories have the same image. */
export const stallImageName = (market: Pick<DemoMarket, "categories">): string =>
  `stall-${stallGoods(market).map(imageKey).join("-")}`
/** Private images' names cannot be guessed from public data, in the demo too. */
export const documentName = (secret: string, email: string, document: DocumentKind): string =>
  createHash("sha256").update(`${secret} ${email} ${document}`).digest("base64url").slice(0, 32)

/**
 * Stores every drawing of the demo's products and stalls as SVG, each once: their sizes are rendered when first
 * requested, which saves the first start half a minute. Idempotent.
 */
export async function storeDrawings(
  images: Images,
  markets: readonly Pick<DemoMarket, "categories">[],
): Promise<StoredImage[]> {
  const products = new Map(allImages().map((image) => [productImageName(imageKey(image)), image]))
  const stalls = new Map(markets.map((market) => [stallImageName(market), stallGoods(market)]))
  return [
    ...(await inParallel([...products], ([name, image]) => store(images, "products", name, drawSvg(image)))),
    ...(await inParallel([...stalls], ([name, goods]) => store(images, "markets", name, drawStall(goods)))),
  ]
}

/** Stores an applicant's documents. */
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

/** Our own drawings need no validation, only their metadata. */
async function store(images: Images, container: ImageContainer, name: string, bytes: Uint8Array) {
  const { width, height, format } = await sharp(bytes).metadata()
  const contentType = format === "svg" ? "image/svg+xml" : "image/jpeg"
  await images.store({ container, name }, { bytes, contentType, width, height })
  return { container, name, contentType, width, height, bytes: bytes.byteLength }
}

function inParallel<T, R>(list: readonly T[], work: (item: T) => Promise<R>) {
  return new PQueue({ concurrency: AT_ONCE }).addAll(list.map((item) => () => work(item)))
}
