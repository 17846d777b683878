import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { marketPhotos } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * The seller says that customers may see the photo that they registered with: it becomes the market's first one. Said
 * twice, it stands once. Throws `not_found` where there is none.
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
