import { and, eq, isNull, lte, or } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"

/**
 * Orders on which the seller has not acted since a moment: a delivery without an answer to who brings it, a pickup
 * that still stands at pending. A delivery that nobody took and that came back starts its time anew, and so does a
 * pickup that was set back to pending: whatever moves an order touches `updatedAt`.
 */
export const unactedSince = (moment: Date) =>
  and(
    or(
      and(eq(orders.fulfilment, "delivery"), isNull(orders.status)),
      and(eq(orders.fulfilment, "pickup"), eq(orders.status, "pending")),
    ),
    lte(orders.updatedAt, moment),
  )

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
