import { v2 as cloudinary, type UploadApiOptions } from "cloudinary"
import { IMAGE_WIDTHS, type ImageWidth, widthFor } from "#core/images/widths.ts"
import { type ImageAddress, type Images, isPublic } from "#core/ports/images.ts"
import { ProviderError } from "../resilience.ts"
import { checkImage } from "./check-image.ts"
import { type CloudinaryPatience, cloudinaryCalls } from "./cloudinary-calls.ts"
import { imagesWait } from "./upload-errors.ts"

const TIMEOUT_MS = 20_000
/** Everything is stored as JPEG or, with transparency, as PNG; a private download has to name its format. */
const KEPT_FORMAT = "jpg"

const sizeOf = (width: ImageWidth) => ({ quality: "auto:eco", crop: "limit", width })

/**
 * The format that `fetch_format: "auto"` picks for nearly every browser, generated at upload. Cloudinary generates a
 * size that is requested earlier on demand, and delivers another format until its AVIF is ready.
 * https://support.cloudinary.com/hc/en-us/articles/360016387579
 */
const EAGER = IMAGE_WIDTHS.flatMap((width) =>
  ["avif", "webp"].map((format) => ({ ...sizeOf(width), fetch_format: format })),
)

/**
 * Images on Cloudinary. Its CDN delivers public images in the size and format that fits. Private ones have the type
 * `authenticated`: no plain URL opens them, only download links that expire. `url` is CLOUDINARY_URL; its
 * `upload_prefix` parameter names another host for the API.
 */
export function cloudinaryImages(url: string, patience: CloudinaryPatience = {}): Images {
  const account = parseAccount(url)
  const call = cloudinaryCalls(patience)
  const timeout = patience.timeoutMs ?? TIMEOUT_MS
  const optionsFor = (address: ImageAddress) => ({ ...account, ...typeOf(address), timeout })
  return {
    check: checkImage,
    async store(address, image) {
      const format = isPublic(address.container) ? undefined : KEPT_FORMAT
      const options = { ...optionsFor(address), public_id: publicId(address), overwrite: true, format }
      await call(() => upload(options, image.bytes)).catch(sayThatImagesWait)
    },
    async process(address) {
      const eager = isPublic(address.container) ? { eager: EAGER, eager_async: true } : {}
      const facts = await call(() =>
        cloudinary.uploader.explicit(publicId(address), { ...optionsFor(address), ...eager }),
      )
      const { width, height } = { width: Number(facts.width), height: Number(facts.height) }
      if (!(width > 0 && height > 0))
        throw new ProviderError("Cloudinary", "answered with something else", true)
      return { width, height }
    },
    url: (address, width) =>
      cloudinary.url(publicId(address), {
        ...account,
        secure: true,
        analytics: false,
        ...sizeOf(widthFor(width)),
        fetch_format: "auto",
      }),
    // A preview would need a request to Cloudinary for each page, or an additional store of our own.
    preview: async () => undefined,
    privateUrl: async (address, expiresAt) =>
      cloudinary.utils.private_download_url(publicId(address), KEPT_FORMAT, {
        ...account,
        ...typeOf(address),
        expires_at: Math.floor(expiresAt.getTime() / 1000),
      }),
    async remove(address) {
      // "not found" is not an error: removing an image twice has the same result as once.
      await call(() =>
        cloudinary.uploader.destroy(publicId(address), { ...optionsFor(address), invalidate: true }),
      )
    },
  }
}

function upload(options: UploadApiOptions, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // Turned off, because the library's own promise would be rejected without anybody awaiting it.
    cloudinary.uploader
      .upload_stream({ ...options, disable_promises: true }, (error) => (error ? reject(error) : resolve()))
      .end(Buffer.from(bytes))
  })
}

/** Somebody is waiting for a form, so temporary failures become a message. A permanent rejection is our fault. */
function sayThatImagesWait(error: unknown): never {
  if (error instanceof ProviderError && (error.isTransient || error.reason === "circuit open"))
    throw imagesWait()
  throw error
}

const publicId = ({ container, name }: ImageAddress) => `${container}/${name}`
const typeOf = ({ container }: ImageAddress) => ({
  type: isPublic(container) ? ("upload" as const) : ("authenticated" as const),
})

/**
 * Passed with every call, because the library would otherwise read its global settings from the environment, which only
 * env.ts may read.
 */
function parseAccount(url: string) {
  const { hostname, username, password, searchParams } = new URL(url)
  return {
    cloud_name: hostname,
    api_key: decodeURIComponent(username),
    api_secret: decodeURIComponent(password),
    upload_prefix: searchParams.get("upload_prefix") ?? "https://api.cloudinary.com",
  }
}
