import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Transaction } from "#db/client.ts"
import { savedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockCart } from "./lock-cart.server.ts"
import { type Removal, rememberRemoval } from "./take-out.server.ts"

/**
 * Takes something off what the customer saved for later. Until the next removal `putBack` puts it back. What is gone
 * already, or is someone else's, changes nothing: null.
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
 * Deletes something that the customer saved for later and returns it; undefined where it is gone, or is another's. The
 * caller holds the cart's lock.
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
