export type ImageContainer = "products" | "markets" | "identity" | "deliveries"

/** Private images are only reachable through links that expire. */
export const isPublic = (container: ImageContainer): container is "products" | "markets" =>
  container === "products" || container === "markets"

export type ImageAddress = { readonly container: ImageContainer; readonly name: string }

export type CheckedImage = {
  readonly bytes: Uint8Array
  /** SVG is only for our own drawings: `check` always returns a raster image. */
  readonly contentType: "image/jpeg" | "image/png" | "image/webp" | "image/svg+xml"
  readonly width: number
  readonly height: number
}

/** Who uploads: a person, or someone without an account, identified by their IP address. */
export type ImageSender = { readonly userId: string } | { readonly address: string }

/** Image storage: the disk, or Cloudinary. */
export interface Images {
  /**
   * Checks by content that the bytes are an image and prepares it for storage: turned upright, EXIF and GPS stripped.
   * Throws `file_not_image` (also for decompression bombs), `file_too_large` (over 1,048,576 bytes), and
   * `provider_down` and `rate_limited` under too many concurrent checks, where people without an account never use up
   * the capacity for members. Without a `sender`, the image is one of ours.
   */
  check(bytes: Uint8Array, sender?: ImageSender): Promise<CheckedImage>
  /** Stores a checked image under its address. Idempotent. */
  store(address: ImageAddress, image: CheckedImage): Promise<void>
  /** Creates the sizes and formats that pages request; slow, so a job does it. */
  process(address: ImageAddress): Promise<{ width: number; height: number }>
  /** The URL of a public image. `width` is the width shown; the caller multiplies CSS pixels by the density. */
  url(address: ImageAddress, width: number): string
  /**
   * A blurred placeholder of under a kilobyte for a public image, as a `data:` URL to embed in a page. Never waits:
   * undefined if there is none, or none yet.
   */
  preview(address: ImageAddress): Promise<string | undefined>
  /** A link to a private image that expires at `expiresAt`. */
  privateUrl(address: ImageAddress, expiresAt: Date): Promise<string>
  remove(address: ImageAddress): Promise<void>
}
