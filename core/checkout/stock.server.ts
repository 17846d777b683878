import { eq, inArray, sql } from "drizzle-orm"
import { liveCheckoutOf } from "#core/cart/cart-queries.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { checkoutLines, variants } from "#db/schema/index.ts"

export type Held = { variantId: string; quantity: number }

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

/** Locks, in the same order, all that a customer's cart asks for and all that their live checkout holds. */
export async function lockStockOf(tx: Transaction, customerId: string): Promise<void> {
  await lockedOf(tx).execute({ customerId })
}

const customer = sql.placeholder("customerId")
const lockedOf = prepared((tx) =>
  tx
    .select({ id: variants.id })
    .from(variants)
    .where(
      sql`${variants.id} in (
        select variant_id from cart_lines where customer_id = ${customer}
        union select variant_id from checkout_lines where checkout_id = ${liveCheckoutOf(customer)})`,
    )
    .orderBy(variants.id)
    .for("no key update")
    .prepare("stock_locked"),
)

/** Takes what a checkout holds from the stock. The caller has locked the rows and looked that there is enough. */
export async function takeStock(tx: Transaction, checkoutId: string): Promise<void> {
  await tx.execute(sql`
    update variants set stock = stock - held.quantity from checkout_lines held
    where held.checkout_id = ${checkoutId} and variants.id = held.variant_id`)
}

/** Gives a checkout's quantities back to the stock. The caller has locked the checkout and moves it on. */
export async function returnStock(tx: Transaction, checkoutId: string): Promise<void> {
  const lines = await heldLines(tx, checkoutId)
  await lockStock(
    tx,
    lines.map((line) => line.variantId),
  )
  await tx.execute(sql`
    update variants set stock = stock + held.quantity from checkout_lines held
    where held.checkout_id = ${checkoutId} and variants.id = held.variant_id`)
}

/** What a checkout holds, or held. */
export function heldLines(executor: Executor, checkoutId: string): Promise<Held[]> {
  return executor
    .select({ variantId: checkoutLines.variantId, quantity: checkoutLines.quantity })
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkoutId))
}
