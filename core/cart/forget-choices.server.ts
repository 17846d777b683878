import { sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"

/**
 * Forgets the times that a customer chose at markets of which nothing is in the cart any more. What they asked of such a
 * market stays: a line that is put back finds it again.
 */
export async function forgetWindows(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    update cart_markets chosen set window_starts_at = null
    where chosen.customer_id = ${customerId} and chosen.window_starts_at is not null and ${isEmpty(customerId)}`)
}

/**
 * Forgets the times and notes at the markets of a checkout that became orders: they went with these. What is to be done
 * where something is out stays for the next order there.
 */
export async function forgetOrdered(
  tx: Transaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  await tx.execute(sql`
    update cart_markets chosen set note = null,
      window_starts_at = case when ${isEmpty(customerId)} then null else window_starts_at end
    where chosen.customer_id = ${customerId}
      and chosen.market_id in (select m.market_id from checkout_markets m where m.checkout_id = ${id})`)
}

/** Whether nothing of a market is in the cart. */
const isEmpty = (customerId: string) => sql`not exists (
  select from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
  where l.customer_id = ${customerId} and p.market_id = chosen.market_id)`
