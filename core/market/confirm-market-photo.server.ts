import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { marketPhotos } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * Publishes the photo of the seller's application as the market's first photo. Calling it again changes nothing. Throws
 * `not_found` if there is no photo.
 */
export async function confirmMarketPhoto(ctx: SellerContext): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const market = await lockOwnMarket(ctx, tx)
    if (!market.registeredWith) throw notFound("This photo")
    await tx
      .insert(marketPhotos)
      .values({ marketId: market.id, imageId: market.registeredWith, position: 0 })
      .onConflictDoNothing()
  })
}
