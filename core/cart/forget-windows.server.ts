import { sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"

/** Forgets the times that a customer chose at markets of which nothing is in the cart any more. */
export async function forgetWindows(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    delete from cart_markets chosen where chosen.customer_id = ${customerId} and not exists (
      select from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
      where l.customer_id = ${customerId} and p.market_id = chosen.market_id)`)
}
