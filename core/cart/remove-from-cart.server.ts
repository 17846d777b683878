import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm"
import { leaveCheckout } from "#core/checkout/holds.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { newId } from "#core/ids.server.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, cartMarkets, products, removedLines, savedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { MAX_UNITS_PER_LINE } from "./cart-limits.ts"
import { forgetWindows, lockCart, putTimesBack } from "./cart-queries.server.ts"

/**
 * Removes a line from the cart; when it was the last one, releases the stock held for the cart. Changes nothing for a
 * line that is already gone or another customer's. `putBack` restores it until the next removal.
 */
export const removeLine = (ctx: CustomerContext, { lineId }: { lineId: string }): Promise<Removal | null> =>
  takeOut(ctx, eq(cartLines.id, lineId))

/**
 * Empties the customer's cart and releases the stock held for it, unless it is paid. `putBack` restores everything
 * until the next removal.
 */
export const clearCart = (ctx: CustomerContext): Promise<Removal | null> => takeOut(ctx, undefined)

/**
 * Restores the lines of the customer's last removal with their chosen times; quantities added in the meantime add up.
 * The cart shows what has changed for each line. Saved items return to the saved list, unless they were saved again.
 * Changes nothing if it was done before, or for another customer's removal.
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
          quantity: sql`least(${cartLines.quantity} + excluded.quantity, ${MAX_UNITS_PER_LINE})`,
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

/** The lines of a removal, for the Undo offer; empty once they are restored or another removal followed. */
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

/** SQL condition that makes another customer's removal not found. */
const isOwn = (ctx: CustomerContext, { removalId }: Removal) =>
  and(eq(removedLines.removalId, removalId), eq(removedLines.customerId, ctx.actor.userId))

export type Removal = { removalId: string }
export type TakenLine = typeof cartLines.$inferSelect

/**
 * Removes lines from the customer's own cart (those of `which`, or all) and remembers them as the customer's last
 * removal, replacing the previous one. Releases the stock held for a cart that becomes empty. Null if there were no
 * lines.
 */
export async function takeOut(ctx: CustomerContext, which: SQL | undefined): Promise<Removal | null> {
  const customerId = ctx.actor.userId
  const { removal, isEmpty } = await transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const taken = await takeLines(tx, customerId, which)
    const times = await windowsOf(tx, taken)
    if (taken.length > 0) await forgetWindows(tx, customerId)
    const removal = await rememberRemoval(
      ctx,
      tx,
      taken.map((line) => ({ ...line, windowStartsAt: times.get(line.variantId) })),
    )
    if (removal) await emit(tx, "cart.changed", { customerId })
    return { removal, isEmpty: await isCartEmpty(tx, customerId) }
  })
  if (isEmpty) await leaveCheckout(ctx)
  return removal
}

type Removed = Omit<typeof removedLines.$inferInsert, "removalId" | "removedAt">

/** Remembers lines as the customer's last removal, replacing the previous one. The caller has locked the cart. */
export async function rememberRemoval(
  ctx: CustomerContext,
  tx: Transaction,
  lines: readonly Removed[],
): Promise<Removal | null> {
  if (lines.length === 0) return null
  const removal = { removalId: newId() }
  await tx.delete(removedLines).where(eq(removedLines.customerId, ctx.actor.userId))
  await tx.insert(removedLines).values(lines.map((line) => ({ ...line, ...removal, removedAt: ctx.now() })))
  return removal
}

/** Deletes lines of the customer's cart and returns them. The caller has locked the cart. */
export function takeLines(tx: Transaction, customerId: string, which: SQL | undefined): Promise<TakenLine[]> {
  return tx
    .delete(cartLines)
    .where(and(eq(cartLines.customerId, customerId), which))
    .returning()
}

export const isCartEmpty = async (tx: Transaction, customerId: string): Promise<boolean> =>
  (await tx.$count(cartLines, eq(cartLines.customerId, customerId))) === 0

/** The chosen times at the lines' markets, by variant. */
async function windowsOf(tx: Transaction, taken: readonly TakenLine[]): Promise<Map<string, Date | null>> {
  const [first] = taken
  if (!first) return new Map()
  const rows = await tx
    .select({ variantId: variants.id, startsAt: cartMarkets.windowStartsAt })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(
      cartMarkets,
      and(eq(cartMarkets.marketId, products.marketId), eq(cartMarkets.customerId, first.customerId)),
    )
    .where(
      inArray(
        variants.id,
        taken.map(({ variantId }) => variantId),
      ),
    )
  return new Map(rows.map(({ variantId, startsAt }) => [variantId, startsAt]))
}
