import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { carts } from "#db/schema/index.ts"

/** Keeps a cart from being added to, and from going to checkout twice at once, until the transaction ends. */
export async function lockCart(tx: Transaction, customerId: string): Promise<void> {
  await locked(tx).execute({ customerId })
}

const locked = prepared((tx) =>
  tx
    .select({ customerId: carts.customerId })
    .from(carts)
    .where(eq(carts.customerId, sql.placeholder("customerId")))
    .for("no key update")
    .prepare("cart_locked"),
)
