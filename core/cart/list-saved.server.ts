import { desc, eq, sql } from "drizzle-orm"
import { firstImageAddress, firstImageOf } from "#core/catalog/product-cards.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Cents } from "#core/money.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import { markets, products, savedLines, variants } from "#db/schema/index.ts"
import { availableTo } from "./available.server.ts"

/** One thing of the list below the cart. */
export type SavedLine = {
  id: string
  productId: string
  productName: string
  category: string
  size: string
  quantity: number
  priceCents: Cents
  marketName: string
  image: ImageAddress | null
  /** Why it cannot go back to the cart now; null where nothing is known against it. */
  unavailable: string | null
}

/** What the customer saved for later, the latest first, at today's prices. */
export async function listSaved(ctx: CustomerContext): Promise<SavedLine[]> {
  const { userId } = ctx.actor
  const rows = await ctx.db
    .select({
      id: savedLines.id,
      productId: products.id,
      productName: products.name,
      category: products.category,
      size: variants.size,
      quantity: savedLines.quantity,
      priceCents: variants.priceCents,
      marketName: markets.name,
      available: availableTo(userId),
      isSelling: sql<boolean>`${markets.canSell}`,
      isRetired: sql<boolean>`${products.retiredAt} is not null`,
      image: firstImageAddress,
    })
    .from(savedLines)
    .innerJoin(variants, eq(variants.id, savedLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(firstImageOf(products.id), sql`true`)
    .where(eq(savedLines.customerId, userId))
    .orderBy(desc(savedLines.createdAt), desc(savedLines.id))
  return rows.map(({ available, isSelling, isRetired, ...line }) => ({
    ...line,
    unavailable: unavailableText({ available, isSelling, isRetired }),
  }))
}

type Facts = { available: number; isSelling: boolean; isRetired: boolean }

function unavailableText({ available, isSelling, isRetired }: Facts): string | null {
  if (isRetired) return "No longer sold"
  if (!isSelling) return "The market is not selling at the moment"
  return available <= 0 ? "Sold out" : null
}
