import { and, eq, isNull, lte, or } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { Context } from "../context.ts"

/**
 * Orders on which the seller has not acted in time, as waits.ts names the waits: a delivery without an answer to who
 * brings it or that the seller's own person has not brought, a pickup that still stands at pending, and, by a longer
 * time, what a carrier has not brought. A delivery that nobody took and that came back starts its time again, and so
 * does a pickup that was set back to pending: whatever moves an order touches `updatedAt`.
 */
export function unacted({ now, rates }: Pick<Context, "now" | "rates">, until: "reminder" | "refund") {
  const isReminder = until === "reminder"
  const since = (hours: number) => lte(orders.updatedAt, new Date(now().getTime() - hours * 3_600_000))
  return or(
    and(
      or(
        and(eq(orders.fulfilment, "delivery"), or(isNull(orders.status), eq(orders.status, "pending"))),
        and(eq(orders.fulfilment, "pickup"), eq(orders.status, "pending")),
      ),
      since(isReminder ? rates.sellerReminderHours : rates.sellerRefundHours),
    ),
    and(
      eq(orders.status, "shipped"),
      since(isReminder ? rates.shippedReminderHours : rates.shippedRefundHours),
    ),
  )
}
