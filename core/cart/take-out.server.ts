import { and, eq, inArray, type SQL } from "drizzle-orm"
import { leaveCheckout } from "#core/checkout/leave-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { newId } from "#core/ids.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, cartMarkets, products, removedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { forgetWindows } from "./forget-choices.server.ts"
import { lockCart } from "./lock-cart.server.ts"

export type Removal = { removalId: string }
export type TakenLine = typeof cartLines.$inferSelect

/**
 * Takes lines out of the customer's own cart (`which` narrows them; all of them without it) and remembers them as their
 * last removal, in place of the one before. An empty cart gives back what was held for it. Null where there were none.
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

/** Remembers lines as the customer's last removal, in place of the one before. The caller holds the cart's lock. */
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

/** Deletes lines of the customer's cart and returns them. The caller holds the cart's lock. */
export function takeLines(tx: Transaction, customerId: string, which: SQL | undefined): Promise<TakenLine[]> {
  return tx
    .delete(cartLines)
    .where(and(eq(cartLines.customerId, customerId), which))
    .returning()
}

export const isCartEmpty = async (tx: Transaction, customerId: string): Promise<boolean> =>
  (await tx.$count(cartLines, eq(cartLines.customerId, customerId))) === 0

/** The times that were chosen at the lines' markets, by variant. */
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
