import { v2 as cloudinary } from "cloudinary"
import { type ImageAddress, type Images, isPublic } from "#core/ports/images.ts"
import { checkImage } from "./check-image.ts"
import { widthFor } from "./sizes.ts"

const TIMEOUT_MS = 20_000
/** Everything is kept as JPEG or, with transparency, as PNG; a private download has to name its format. */
const KEPT_FORMAT = "jpg"

/**
 * Pictures on Cloudinary. Public ones are delivered by its CDN in the size and format that fits; private ones are
 * `type: authenticated`, which no plain address opens, and are seen through download links that expire.
 * `url` is CLOUDINARY_URL; its `upload_prefix` parameter names another host for the API.
 */
export function cloudinaryImages(url: string): Images {
  const account = parseAccount(url)
  return {
    check: checkImage,
    store: (address, image) =>
      new Promise((resolve, reject) => {
        const options = { ...account, ...typeOf(address), public_id: publicId(address), overwrite: true }
        const format = isPublic(address.container) ? undefined : KEPT_FORMAT
        cloudinary.uploader
          .upload_stream({ ...options, format, timeout: TIMEOUT_MS }, (error) =>
            error ? reject(new Error(`Cloudinary refused an upload: ${error.message}`)) : resolve(),
          )
          .end(Buffer.from(image.bytes))
      }),
    async process(address) {
      // Sizes are made by Cloudinary when they are first asked for: only the facts are fetched.
      const facts = await cloudinary.uploader.explicit(publicId(address), { ...account, ...typeOf(address) })
      return { width: Number(facts.width), height: Number(facts.height) }
    },
    url: (address, width) =>
      cloudinary.url(publicId(address), {
        ...account,
        secure: true,
        analytics: false,
        fetch_format: "auto",
        quality: "auto:eco",
        crop: "limit",
        width: widthFor(width),
      }),
    privateUrl: async (address, expiresAt) =>
      cloudinary.utils.private_download_url(publicId(address), KEPT_FORMAT, {
        ...account,
        ...typeOf(address),
        expires_at: Math.floor(expiresAt.getTime() / 1000),
      }),
    async remove(address) {
      // "not found" is an answer, not an error: removing twice is the same as once.
      await cloudinary.uploader.destroy(publicId(address), {
        ...account,
        ...typeOf(address),
        invalidate: true,
      })
    },
  }
}

const publicId = ({ container, name }: ImageAddress) => `${container}/${name}`
const typeOf = ({ container }: ImageAddress) => ({
  type: isPublic(container) ? ("upload" as const) : ("authenticated" as const),
})

/** Given with every call: the library's own global settings are read from the environment, which only env.ts reads. */
function parseAccount(url: string) {
  const { hostname, username, password, searchParams } = new URL(url)
  return {
    cloud_name: hostname,
    api_key: decodeURIComponent(username),
    api_secret: decodeURIComponent(password),
    upload_prefix: searchParams.get("upload_prefix") ?? "https://api.cloudinary.com",
  }
}
