import { and, asc, eq, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, cartMarkets, products, removedLines, savedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { MOST_IN_A_LINE } from "./inputs.ts"
import { lockCart } from "./lock-cart.server.ts"
import type { Removal } from "./take-out.server.ts"

/**
 * Puts back what the customer's last removal took out of the cart, as it was, with the times that were chosen; what was
 * added again meanwhile adds up. The cart says of each line what became of it. What was saved for later is so again,
 * unless it was saved again. Done before, or another customer's, it changes nothing.
 */
export async function putBack(ctx: CustomerContext, { removalId }: Removal): Promise<void> {
  const customerId = ctx.actor.userId
  await transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const removed = await tx.delete(removedLines).where(isOwn(ctx, { removalId })).returning()
    await saveAgain(
      tx,
      removed.filter(({ wasSaved }) => wasSaved),
    )
    const lines = removed.filter(({ wasSaved }) => !wasSaved)
    if (lines.length === 0) return
    await tx
      .insert(cartLines)
      .values(
        lines.map(({ removalId: _r, removedAt: _at, windowStartsAt: _w, wasSaved: _s, ...line }) => line),
      )
      .onConflictDoUpdate({
        target: [cartLines.customerId, cartLines.variantId],
        set: {
          quantity: sql`least(${cartLines.quantity} + excluded.quantity, ${MOST_IN_A_LINE})`,
          createdAt: sql`excluded.created_at`,
        },
      })
    await putTimesBack(tx, customerId, lines)
    await emit(tx, "cart.changed", { customerId })
  })
}

async function saveAgain(
  tx: Transaction,
  lines: readonly (typeof removedLines.$inferSelect)[],
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insert(savedLines)
    .values(
      lines.map(({ id, customerId, variantId, quantity, createdAt }) => ({
        id,
        customerId,
        variantId,
        quantity,
        createdAt,
      })),
    )
    .onConflictDoNothing()
}

/** A time that was chosen again meanwhile stays. */
async function putTimesBack(
  tx: Transaction,
  customerId: string,
  lines: readonly { variantId: string; windowStartsAt: Date | null }[],
): Promise<void> {
  for (const { variantId, windowStartsAt } of lines)
    if (windowStartsAt)
      await tx.execute(sql`
        update ${cartMarkets} set window_starts_at = coalesce(window_starts_at, ${windowStartsAt.toISOString()})
        where customer_id = ${customerId} and market_id = (
          select p.market_id from variants v join products p on p.id = v.product_id where v.id = ${variantId})`)
}

/** What a removal took out, for the offer to put it back; empty once it was put back or another one followed. */
export async function listRemoved(
  ctx: CustomerContext,
  removal: Removal,
): Promise<{ productName: string; quantity: number; wasSaved: boolean }[]> {
  if (!isId(removal.removalId)) return []
  return ctx.db
    .select({
      productName: products.name,
      quantity: removedLines.quantity,
      wasSaved: removedLines.wasSaved,
    })
    .from(removedLines)
    .innerJoin(variants, eq(variants.id, removedLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(isOwn(ctx, removal))
    .orderBy(asc(removedLines.createdAt), asc(removedLines.id))
}

/** The part of the SQL that makes another customer's removal none. */
const isOwn = (ctx: CustomerContext, { removalId }: Removal) =>
  and(eq(removedLines.removalId, removalId), eq(removedLines.customerId, ctx.actor.userId))
