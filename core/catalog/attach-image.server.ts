import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { keepImage, ofMember } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import type { Transaction } from "#db/client.ts"
import { TOO_MANY_IMAGES } from "./product-steps.ts"

export type Upload = { bytes: Uint8Array; idempotencyKey?: string | undefined }

/**
 * Checks an uploaded image by its content, stores it and passes its id to `attach` in a transaction, once per key. An
 * image that is stored but not attached (rejected, or sent twice) is deleted again. Throws `rate_limited`.
 */
export async function attachImage(
  ctx: SellerContext,
  { command, container: kind }: { command: string; container: "products" | "markets" },
  upload: Upload,
  attach: (tx: Transaction, imageId: string) => Promise<void>,
): Promise<void> {
  const kept = await keepImage(ctx, kind, upload.bytes, ofMember(ctx))
  const { container, name } = kept
  let attached: string | null = null
  try {
    const keyed = {
      scope: ctx.actor.userId,
      command,
      key: upload.idempotencyKey,
      request: { bytes: upload.bytes.byteLength },
    }
    const result = await once(ctx, keyed, async (tx) => {
      const imageId = await saveImage(tx, kept, { ownerId: ctx.actor.userId })
      await attach(tx, imageId)
      return { name }
    })
    attached = result.name
  } finally {
    if (attached !== name) await ctx.ports.images.remove({ container, name })
  }
}

export const tooManyImages = () => new DomainError("too_many_images", TOO_MANY_IMAGES, "image")
