import { createHash, randomUUID } from "node:crypto"
import type { Context, PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { countTry, forgiveTry, type Limit } from "#core/identity/rate-limit.server.ts"
import type { ImageAddress, ImageContainer, ImageSender } from "#core/ports/images.ts"

/** A stored image that belongs to nothing yet: `saveImage` gives it a row. */
export type KeptImage = ImageAddress & {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** The sender of an upload, and the limits that it counts toward. */
export type UploadOf = {
  readonly sender: ImageSender
  readonly counted: readonly (readonly [limit: Limit, subject: string])[]
}

export const ofMember = ({ actor: { userId } }: PersonContext): UploadOf => ({
  sender: { userId },
  counted: [["upload an image", userId]],
})

/**
 * Checks an uploaded file and stores it under a random name. Does I/O, so call it before a transaction, not in one.
 * Throws `file_not_image`, `file_too_large`, and `rate_limited` or `provider_down` if there is too much to check;
 * uploads rejected for those two reasons do not count toward the limits. Without `of`, the image is one of ours.
 */
export async function keepImage(
  ctx: Context,
  container: ImageContainer,
  upload: Uint8Array,
  of?: UploadOf,
): Promise<KeptImage> {
  const counted = of?.counted ?? []
  for (const [limit, subject] of counted) await countTry(ctx, limit, subject)
  try {
    const image = await ctx.ports.images.check(upload, of?.sender)
    const address = { container, name: randomUUID() }
    await ctx.ports.images.store(address, image)
    const { contentType, width, height } = image
    return { ...address, contentType, width, height, bytes: image.bytes.byteLength }
  } catch (error) {
    if (isTurnedAway(error)) for (const [limit, subject] of counted) await forgiveTry(ctx, limit, subject)
    throw error
  }
}

const isTurnedAway = (error: unknown) =>
  error instanceof DomainError && (error.code === "provider_down" || error.code === "rate_limited")

/** A hash that identifies an uploaded file. */
export const imageDigest = (upload: Uint8Array): string =>
  createHash("sha256").update(upload).digest("base64url")
