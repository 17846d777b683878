export type ImageContainer = "products" | "markets" | "identity" | "deliveries"

/** Private images are seen only through links that expire. */
export const isPublic = (container: ImageContainer): container is "products" | "markets" =>
  container === "products" || container === "markets"

export type ImageAddress = { readonly container: ImageContainer; readonly name: string }

export type CheckedImage = {
  readonly bytes: Uint8Array
  /** SVG only for drawings of our own: `check` answers pixels, whatever it is given. */
  readonly contentType: "image/jpeg" | "image/png" | "image/webp" | "image/svg+xml"
  readonly width: number
  readonly height: number
}

/** Whose upload it is: a person's, or of somebody without an account, known by an address. */
export type ImageSender = { readonly userId: string } | { readonly address: string }

/** Where images live: the disk, or Cloudinary. */
export interface Images {
  /**
   * Checks by content that this is an image and makes it fit to be kept: turned upright, EXIF and GPS stripped.
   * Throws `file_not_image` (also for decompression bombs) and `file_too_large` (over 1,048,576 bytes);
   * `provider_down` and `rate_limited` while too much is checked already, where people without an account take nothing
   * from members. Without a `sender` it is for ourselves.
   */
  check(bytes: Uint8Array, sender?: ImageSender): Promise<CheckedImage>
  /** Keeps a checked image under its address. Doing it twice is the same as once. */
  store(address: ImageAddress, image: CheckedImage): Promise<void>
  /** Makes the sizes and formats that pages ask for; slow, so a job does it. */
  process(address: ImageAddress): Promise<{ width: number; height: number }>
  /** Address of a public image at the width shown (CSS pixels × density is the caller's affair). */
  url(address: ImageAddress, width: number): string
  /**
   * A blurred fake of under a kilobyte for a public image, as a `data:` address that a page can carry. undefined
   * where there is none, or none yet: nobody waits for it.
   */
  preview(address: ImageAddress): Promise<string | undefined>
  /** A link to a private image that stops working at `expiresAt`. */
  privateUrl(address: ImageAddress, expiresAt: Date): Promise<string>
  remove(address: ImageAddress): Promise<void>
}
