import { eq, inArray, sql } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { checkoutLines, variants } from "#db/schema/index.ts"

type Held = { variantId: string; quantity: number }

/**
 * Locks stock rows in variant-id order, so that two carts with the same things in another order cannot deadlock,
 * and answers what is in stock. Ask for all that a transaction will touch in one call.
 */
export async function lockStock(
  tx: Transaction,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const ids = [...new Set(variantIds)].sort()
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: variants.id, stock: variants.stock })
    .from(variants)
    .where(inArray(variants.id, ids))
    .orderBy(variants.id)
    // "no key": lines written elsewhere at the same moment hold a key share on these rows by their foreign key, in any
    // order they like. A full "for update" would wait for those, and two such waits are a deadlock.
    .for("no key update")
  return new Map(rows.map((row) => [row.id, row.stock]))
}

/** Takes held quantities from the stock. The caller has locked the rows and looked that there is enough. */
export async function takeStock(tx: Transaction, lines: readonly Held[]): Promise<void> {
  for (const { variantId, quantity } of lines)
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} - ${quantity}` })
      .where(eq(variants.id, variantId))
}

/** Gives a checkout's quantities back to the stock. The caller has locked the checkout and moves it on. */
export async function returnStock(tx: Transaction, checkoutId: string): Promise<void> {
  const lines = await heldLines(tx, checkoutId)
  await lockStock(
    tx,
    lines.map((line) => line.variantId),
  )
  for (const { variantId, quantity } of lines)
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.id, variantId))
}

/** What a checkout holds, or held. */
export function heldLines(executor: Executor, checkoutId: string): Promise<Held[]> {
  return executor
    .select({ variantId: checkoutLines.variantId, quantity: checkoutLines.quantity })
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkoutId))
}
