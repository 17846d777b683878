import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import type { Context } from "#core/context.ts"
import { formatMoney } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { closeOffers } from "#core/orders/end-replacement.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { refundLines, type refunds } from "#db/schema/index.ts"
import { bookRefund } from "./book-refund.server.ts"
import { createRefund } from "./move-refund.server.ts"
import type { PricedRefund } from "./refund.ts"
import type { OrderToRefund } from "./refundable-order.server.ts"

type Made = { move: Parameters<typeof createRefund>[2] } & Pick<
  typeof refunds.$inferInsert,
  "source" | "bearer" | "reason" | "madeBy" | "stripeRefundId" | "stripeDashboardRefundId" | "sentAt"
>

/**
 * Stores a partial refund of an order, books it and notifies the customer and the seller; a job sends it. It ends open
 * offers of replacements, which were priced by what was left before. If the
 * customer's bank holds the order's money, it is booked once the bank returns it. The caller must hold the lock on the
 * order's row. Returns the refund's id.
 */
export async function writeRefund(
  ctx: Context,
  tx: Transaction,
  order: OrderToRefund,
  { lines, move, ...refund }: PricedRefund & Made & { bearer: "seller" | "platform" },
): Promise<string> {
  const { id: orderId, checkoutId, customerId, sellerId, number } = order
  await restoreStock(tx, await closeOffers(ctx, tx, orderId))
  const refundId = await createRefund(ctx, tx, move, { ...refund, checkoutId, orderId, createdAt: ctx.now() })
  if (!refundId) throw new Error("A refund was not written.")
  if (lines.length > 0)
    await tx
      .insert(refundLines)
      .values(lines.map(({ lineId, ...line }) => ({ ...line, refundId, orderLineId: lineId })))
  if (!order.chargedBackAt) await bookRefund(ctx, tx, { ...refund, id: refundId }, order)
  const amount = formatMoney(refund.amountCents)
  await notify(
    tx,
    {
      userId: customerId,
      role: "customer",
      orderId,
      message: `We're refunding ${amount} of your order ${number} to your card: ${refund.reason}`,
    },
    {
      userId: sellerId,
      role: "seller",
      orderId,
      message: `${amount} of order ${number} was refunded to the customer.`,
    },
  )
  await emit(tx, "order.refunded", { orderId, refundId, customerId, sellerId })
  return refundId
}
