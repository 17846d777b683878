import type { Context } from "#core/context.ts"
import { formatMoney } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { refundLines, refunds } from "#db/schema/index.ts"
import { bookRefund } from "./book-refund.server.ts"
import type { PricedRefund } from "./refund.ts"
import type { OrderToRefund } from "./refundable-order.server.ts"

type Made = Pick<typeof refunds.$inferInsert, "source" | "bearer" | "reason" | "madeBy"> &
  Pick<
    typeof refunds.$inferInsert,
    "status" | "stripeRefundId" | "stripeDashboardRefundId" | "sentAt" | "doneAt"
  >

/**
 * Writes down that a part of an order goes back, books it and tells customer and seller; a job sends it. Of an order that
 * the customer's bank holds it is booked once the bank gives that back. The caller holds the order's row. Returns the id.
 */
export async function writeRefund(
  ctx: Context,
  tx: Transaction,
  order: OrderToRefund,
  { lines, ...refund }: PricedRefund & Made & { bearer: "seller" | "platform" },
): Promise<string> {
  const { id: orderId, checkoutId, customerId, sellerId, number } = order
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, checkoutId, orderId, createdAt: ctx.now() })
    .returning({ id: refunds.id })
  if (!row) throw new Error("A refund was not written.")
  if (lines.length > 0)
    await tx
      .insert(refundLines)
      .values(lines.map(({ lineId, ...line }) => ({ ...line, refundId: row.id, orderLineId: lineId })))
  if (!order.chargedBackAt) await bookRefund(tx, { ...refund, id: row.id }, order)
  const amount = formatMoney(refund.amountCents)
  await notify(
    tx,
    {
      userId: customerId,
      role: "customer",
      orderId,
      message: `${amount} of your order ${number} goes back to your card: ${refund.reason}`,
    },
    {
      userId: sellerId,
      role: "seller",
      orderId,
      message: `${amount} of order ${number} was refunded to the customer.`,
    },
  )
  await emit(tx, "order.refunded", { orderId, refundId: row.id, customerId, sellerId })
  return row.id
}
