import { createHash, randomUUID } from "node:crypto"
import type { Context } from "#core/context.ts"
import type { ImageAddress, ImageContainer } from "#core/ports/images.ts"

/** An image that is stored, but belongs to nothing yet: `saveImage` gives it a row. */
export type KeptImage = ImageAddress & {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/**
 * Checks an uploaded file and stores it under a name that cannot be guessed. Talks to the outside: call it before
 * the transaction, not in it. Throws `file_not_image` and `file_too_large`.
 */
export async function keepImage(
  ctx: Context,
  container: ImageContainer,
  upload: Uint8Array,
): Promise<KeptImage> {
  const image = await ctx.ports.images.check(upload)
  const address = { container, name: randomUUID() }
  await ctx.ports.images.store(address, image)
  const { contentType, width, height } = image
  return { ...address, contentType, width, height, bytes: image.bytes.byteLength }
}

/** Tells one uploaded file from another. */
export const digestOf = (upload: Uint8Array): string =>
  createHash("sha256").update(upload).digest("base64url")
