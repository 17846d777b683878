import PQueue from "p-queue"
import { IMAGE_WIDTHS, type ImageWidth, widthFor } from "#core/images/widths.ts"
import { type ImageAddress, type Images, isPublic } from "#core/ports/images.ts"
import type { FileStore } from "../files/file-store.ts"
import { checkImage, notImage } from "./check-image.ts"
import { openSharp } from "./open-sharp.ts"
import { encodePreview } from "./preview.ts"
import { privateLink } from "./private-link.ts"
import { encodeFirst, encodeSize, FORMATS, type Format } from "./sizes.ts"
import { imagesWait } from "./upload-errors.ts"

export interface KeptImages extends Images {
  /** The original, unchanged; undefined if it does not exist. */
  original(address: ImageAddress): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  /**
   * The file to show for a public image now: the requested size, or a placeholder until the job has made it. Never
   * encodes while the request waits. undefined if the image does not exist.
   */
  shown(address: ImageAddress, width: ImageWidth, format: Format): Promise<ShownImage | undefined>
}

/** `isFinal`: the content never changes, so it may be cached forever. */
export type ShownImage = { bytes: Uint8Array; contentType: string; isFinal: boolean }

/** The characters of a name; none of them can lead out of the folder. */
const NAME = /^[A-Za-z0-9_-]{1,100}$/

const DRAWING = "image/svg+xml"

type Encode = (original: Uint8Array) => Promise<Buffer>

/** One at a time, and others are skipped: many requests for old images must not take every processor. */
const background = new PQueue({ concurrency: 1 })

function inTheBackground(work: () => Promise<unknown>): void {
  if (background.pending === 0) background.add(work).catch(() => {})
}

/** Images that we store and resize ourselves: one folder per image, with the original and its sizes. */
export function keptImages({ files, secret }: { files: FileStore; secret: string }): KeptImages {
  const folder = ({ container, name }: ImageAddress) => {
    if (!NAME.test(name)) throw notImage()
    return `${container}/${name}`
  }
  const originalOf = (address: ImageAddress) => files.read(`${folder(address)}/original`)
  const making = new Map<string, Promise<Uint8Array | undefined>>()

  async function make(address: ImageAddress, file: string, encode: Encode) {
    const original = await originalOf(address)
    if (!original) return undefined
    const bytes = await encode(original)
    await files.write(file, bytes)
    return bytes
  }

  /** Concurrent requests for the same file share one encoder. */
  function makeOnce(address: ImageAddress, file: string, encode: Encode) {
    const job = making.get(file) ?? make(address, file, encode).finally(() => making.delete(file))
    making.set(file, job)
    return job
  }

  const sizeFile = (address: ImageAddress, width: ImageWidth, format: Format) =>
    `${folder(address)}/${width}.${format}`
  const firstFile = (address: ImageAddress) => `${folder(address)}/first.jpeg`

  async function makeSizes(address: ImageAddress) {
    for (const format of FORMATS)
      for (const width of IMAGE_WIDTHS) {
        const file = sizeFile(address, width, format)
        if (!(await files.read(file)))
          await makeOnce(address, file, (original) => encodeSize(original, width, format))
      }
  }

  async function shown(address: ImageAddress, width: ImageWidth, format: Format) {
    const bytes = await files.read(sizeFile(address, width, format))
    if (bytes) return { bytes, contentType: `image/${format}`, isFinal: true }
    const first = await files.read(firstFile(address))
    if (first) return { bytes: first, contentType: "image/jpeg", isFinal: false }
    const kept = await original(address)
    // A drawing (SVG) is sharp at every width.
    return kept && { ...kept, isFinal: kept.contentType === DRAWING }
  }

  async function original(address: ImageAddress) {
    const bytes = await originalOf(address)
    if (!bytes) return undefined
    const { format } = await (await openSharp())(bytes).metadata()
    return { bytes, contentType: format === "svg" ? DRAWING : `image/${format}` }
  }

  const previewFile = (address: ImageAddress) => `${folder(address)}/preview.avif`

  return {
    check: checkImage,
    shown,
    original,
    async store(address, image) {
      try {
        await files.write(`${folder(address)}/original`, image.bytes)
        if (isPublic(address.container) && image.contentType !== DRAWING)
          await files.write(firstFile(address), await encodeFirst(image.bytes))
      } catch (error) {
        throw files.isPassing(error) ? imagesWait() : error
      }
    },
    async process(address) {
      const kept = await originalOf(address)
      if (!kept) throw notImage()
      const { width, height, format } = await (await openSharp())(kept).metadata()
      if (address.container === "products") await makeOnce(address, previewFile(address), encodePreview)
      if (isPublic(address.container) && format !== "svg") await makeSizes(address)
      return { width, height }
    },
    url: ({ container, name }, width) => `/images/${container}/${name}?w=${widthFor(width)}`,
    async preview(address) {
      const there = await files.read(previewFile(address))
      if (there?.byteLength === 0) return undefined
      if (there) return `data:image/avif;base64,${Buffer.from(there).toString("base64")}`
      // Created for the page's next request. A file that is not an image has no preview; requests for its own URL
      // report that.
      inTheBackground(() => makeOnce(address, previewFile(address), encodePreview))
      return undefined
    },
    privateUrl: async (address, expiresAt) => privateLink(secret, address, expiresAt),
    async remove(address) {
      await files.removeFolder(folder(address))
    },
  }
}
