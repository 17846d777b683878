import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Measure } from "#core/catalog/product.ts"
import { firstImageAddress, firstImageOf } from "#core/catalog/product-queries.server.ts"
import { leaveCheckout } from "#core/checkout/holds.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import type { Cents } from "#core/money.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, markets, products, savedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type Added, addInside } from "./add-to-cart.server.ts"
import { availableTo, forgetWindows, lockCart } from "./cart-queries.server.ts"
import { isCartEmpty, type Removal, rememberRemoval, takeLines } from "./remove-from-cart.server.ts"

/** One item of the list below the cart. */
export type SavedLine = Measure & {
  id: string
  productId: string
  productName: string
  category: string
  size: string
  quantity: number
  priceCents: Cents
  marketName: string
  image: ImageAddress | null
  /** Why it cannot return to the cart now; null if there is no known reason. */
  unavailable: string | null
}

/** The customer's saved items, newest first, at current prices. */
export async function listSaved(ctx: CustomerContext): Promise<SavedLine[]> {
  const { userId } = ctx.actor
  const rows = await ctx.db
    .select({
      id: savedLines.id,
      productId: products.id,
      productName: products.name,
      category: products.category,
      size: variants.size,
      unit: products.unit,
      unitAmount: products.unitAmount,
      byWeight: products.byWeight,
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
  if (!isSelling) return "The market isn't selling right now"
  return available <= 0 ? "Sold out" : null
}

/** More than anybody looks through; limits what a script could write. */
const MOST_SAVED = 100

/**
 * Moves one line, or all lines of a market, from the cart to the saved items. Changes nothing for lines that are
 * already gone or another customer's. Throws `not_allowed` above 100 saved items.
 */
export async function saveForLater(
  ctx: CustomerContext,
  input: { lineId: string } | { marketId: string },
): Promise<void> {
  const customerId = ctx.actor.userId
  const isEmpty = await transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const taken = await takeLines(tx, customerId, meant(tx, input))
    if (taken.length === 0) return false
    await tx
      .insert(savedLines)
      .values(
        taken.map(({ variantId, quantity }) => ({ customerId, variantId, quantity, createdAt: ctx.now() })),
      )
      .onConflictDoUpdate({
        target: [savedLines.customerId, savedLines.variantId],
        set: { quantity: sql`excluded.quantity`, createdAt: ctx.now() },
      })
    if ((await tx.$count(savedLines, eq(savedLines.customerId, customerId))) > MOST_SAVED)
      throw new DomainError(
        "not_allowed",
        `You have ${MOST_SAVED} items saved for later. Remove one that you no longer want.`,
      )
    await forgetWindows(tx, customerId)
    await emit(tx, "cart.changed", { customerId })
    return isCartEmpty(tx, customerId)
  })
  if (isEmpty) await leaveCheckout(ctx)
}

function meant(tx: Transaction, input: { lineId: string } | { marketId: string }): SQL | undefined {
  if ("lineId" in input) return eq(cartLines.id, input.lineId)
  const sold = tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, and(eq(products.id, variants.productId), eq(products.marketId, input.marketId)))
  return inArray(cartLines.variantId, sold)
}

/**
 * Moves a saved item back to the cart, in the saved quantity or as many as are left. Throws what `addToCart` throws,
 * and `not_found` for an item that is already moved or another customer's.
 */
export async function moveToCart(ctx: CustomerContext, { savedId }: { savedId: string }): Promise<Added> {
  const customerId = ctx.actor.userId
  return transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const saved = await takeSaved(tx, customerId, savedId)
    if (!saved) throw notFound("This saved item")
    const [sold] = await tx
      .select({
        productId: variants.productId,
        size: variants.size,
        left: sql`${availableTo(customerId)} - coalesce(${cartLines.quantity}, 0)`.mapWith(Number),
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .leftJoin(cartLines, and(eq(cartLines.variantId, variants.id), eq(cartLines.customerId, customerId)))
      .where(eq(variants.id, saved.variantId))
    if (!sold) throw notFound("This product")
    const { productId, size, left } = sold
    // If none are left, adding one throws the right error.
    const quantity = Math.max(1, Math.min(saved.quantity, left))
    return addInside(tx, ctx, { productId, size, quantity })
  })
}

/**
 * Removes a saved item. `putBack` restores it until the next removal. Returns null, and changes nothing, for an item
 * that is already gone or another customer's.
 */
export async function removeSaved(
  ctx: CustomerContext,
  { savedId }: { savedId: string },
): Promise<Removal | null> {
  const customerId = ctx.actor.userId
  return transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const saved = await takeSaved(tx, customerId, savedId)
    if (!saved) return null
    const [sold] = await tx
      .select({ seenPriceCents: variants.priceCents })
      .from(variants)
      .where(eq(variants.id, saved.variantId))
    return sold ? rememberRemoval(ctx, tx, [{ ...saved, ...sold, wasSaved: true }]) : null
  })
}

/**
 * Deletes a saved item and returns it; undefined if it is gone or another customer's. The caller has locked the cart.
 */
export async function takeSaved(
  tx: Transaction,
  customerId: string,
  savedId: string,
): Promise<typeof savedLines.$inferSelect | undefined> {
  const [saved] = await tx
    .delete(savedLines)
    .where(and(eq(savedLines.id, savedId), eq(savedLines.customerId, customerId)))
    .returning()
  return saved
}
