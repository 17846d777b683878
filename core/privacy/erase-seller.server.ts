import { and, eq, inArray, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, images, markets, orderLines, productImages, products } from "#db/schema/index.ts"
import { expireImages } from "./expire-images.server.ts"
import type { Leaver } from "./leaver.ts"
import { DELETED_NAME } from "./tombstone.ts"

type Market = typeof markets.$inferSelect

/**
 * Closes a seller's market for good. Customers' receipts keep its name and town, which the tax was computed by, and
 * what was sold; the owner's name, street, phone and images go. Every product leaves the catalogue. The account at
 * the payment provider stays named by its id, since what was paid to whom is kept by law, and may be paid until it is
 * closed.
 */
export async function eraseSeller(ctx: Leaver, tx: Transaction, market: Market): Promise<void> {
  const now = ctx.now()
  await tx
    .update(markets)
    .set({
      ...DELETED_NAME,
      address: "",
      phone: "",
      weekdayHours: "",
      saturdayHours: "",
      sundayHours: "",
      lat: null,
      lng: null,
      positionSource: null,
      placeId: null,
      website: null,
      productDescription: null,
      ownerPhotoId: null,
      marketPhotoId: null,
      certificateId: null,
      // Not approved, whatever the provider may still say of the subscription: such a market is never listed again.
      approval: "denied" as const,
      denialReason: "The account was deleted.",
      decidedAt: now,
      subscription: "cancelled" as const,
      subscriptionCheckedAt: now,
      updatedAt: now,
    })
    .where(eq(markets.id, market.id))
  const sold = tx.select({ id: products.id }).from(products).where(eq(products.marketId, market.id))
  await tx
    .update(products)
    .set({ retiredAt: now })
    .where(and(eq(products.marketId, market.id), isNull(products.retiredAt)))
  for (const lines of [orderLines, checkoutLines])
    await tx
      .update(lines)
      .set({ imageContainer: null, imageName: null })
      .where(inArray(lines.productId, sold))
  await tx.delete(productImages).where(inArray(productImages.productId, sold))
  await expireImages(tx, now, await imagesOf(tx, market))
}

async function imagesOf(tx: Transaction, market: Market): Promise<string[]> {
  const own = await tx
    .select({ id: images.id })
    .from(images)
    .where(
      and(eq(images.ownerId, market.userId), inArray(images.container, ["products", "markets", "identity"])),
    )
  const documents = [market.ownerPhotoId, market.marketPhotoId, market.certificateId]
  return [...own.map(({ id }) => id), ...documents.flatMap((id) => id ?? [])]
}
