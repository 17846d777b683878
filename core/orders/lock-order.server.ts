import { and, eq, type SQL } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { orders } from "#db/schema/index.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"

/**
 * Locks an order, which is also the lock of its delivery: whoever moves an order or changes its delivery comes here
 * first and reads the delivery afterwards, as `LOCK_ORDER` of db/transaction.ts has it. `mine` narrows it to the actor's
 * own. Throws `not_found`.
 */
export async function lockOrder(tx: Transaction, orderId: string, mine: SQL | undefined) {
  if (!isId(orderId)) throw notFound("This order")
  const [order] = await tx
    .select({ id: orders.id, status: orders.status, fulfilment: orders.fulfilment })
    .from(orders)
    .where(and(eq(orders.id, orderId), mine))
    .for("no key update")
  if (!order) throw notFound("This order")
  return order
}
