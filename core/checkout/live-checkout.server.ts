import { and, eq, inArray } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"

export type CheckoutRow = typeof checkouts.$inferSelect

const isLive = inArray(checkouts.status, ["open", "paying"])

/** The customer's one checkout that holds stock, if there is one. */
export async function findLiveCheckout(executor: Executor, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await executor
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), isLive))
  return row ?? null
}

/** The same, kept from changing until the transaction ends. */
export async function lockLiveCheckout(tx: Transaction, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), isLive))
    .for("update")
  return row ?? null
}

/** Any checkout by its id, kept from changing until the transaction ends. */
export async function lockCheckout(tx: Transaction, checkoutId: string): Promise<CheckoutRow | null> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for("update")
  return row ?? null
}
