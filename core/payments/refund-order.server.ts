import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { type Cents, formatMoney, subtract } from "#core/money.ts"
import { lockOrder } from "#core/orders/order-queries.server.ts"
import { quoteShares } from "./book-refund.server.ts"
import {
  leftOf,
  type PricedRefund,
  priceRefund,
  type RefundInput,
  reasonText,
  refundTotal,
} from "./refund.ts"
import { type OrderToRefund, readRefundable, requireRefundable } from "./refundable-order.server.ts"
import { writeRefund } from "./write-refund.server.ts"

/** The amounts that the review page showed: the refund, the remainder of the order, and the seller's share. */
type Reviewed = {
  [Figure in "reviewedCents" | "reviewedLeftCents" | "reviewedSellerCents"]?: number | undefined
}

/**
 * An admin refunds part of an order: lines, some of the delivery fee, or another amount, with its share of tax, before
 * or after fulfillment. The customer and the seller see the reason. Runs once per key. Throws `not_found`,
 * `not_allowed` (the customer's bank holds the money, or the order is canceled) and, with the field, `invalid` if the
 * refund exceeds what is left, or if the refund, the remainder or the seller's share differs from the reviewed amounts.
 */
export const refundOrder = (
  ctx: AdminContext,
  { reviewedCents, reviewedLeftCents, reviewedSellerCents, ...input }: RefundInput & Reviewed,
  idempotencyKey?: string,
): Promise<{ refundId: string; amountCents: Cents }> =>
  once(
    ctx,
    { scope: ctx.actor.userId, command: "refundOrder", key: idempotencyKey, request: input },
    async (tx) => {
      await lockOrder(tx, input.orderId, undefined)
      const order = await readRefundable(tx, input.orderId)
      requireRefundable(order)
      const priced = priceRefund(order, input)
      const { sellerCents } = await quoteShares(tx, { ...priced, bearer: input.bearer }, order)
      requireAsReviewed({ reviewedCents, reviewedLeftCents, reviewedSellerCents }, order, {
        ...priced,
        sellerCents,
      })
      const reason = reasonText(input)
      const made = { source: "order", bearer: input.bearer, reason, madeBy: ctx.actor.userId } as const
      const refundId = await writeRefund(ctx, tx, order, { move: "request", ...priced, ...made })
      await recordAudit(ctx, tx, {
        action: "order.refunded",
        subjectType: "order",
        subjectId: order.id,
        details: {
          number: order.number,
          amountCents: priced.amountCents,
          bearer: input.bearer,
          refundId,
        },
      })
      return { refundId, amountCents: priced.amountCents }
    },
  )

/**
 * Every refund reduces the remainder, so a different remainder means that another refund was made since the review. The
 * seller's share also changes when somebody takes the delivery.
 */
function requireAsReviewed(
  { reviewedCents, reviewedLeftCents, reviewedSellerCents }: Reviewed,
  order: OrderToRefund,
  { amountCents, sellerCents }: PricedRefund & { sellerCents: Cents },
) {
  const now = refundTotal(leftOf(order))
  if (reviewedCents !== undefined && reviewedCents !== amountCents)
    throw overtaken(`This refunds ${formatMoney(amountCents)} now`)
  if (reviewedLeftCents !== undefined && reviewedLeftCents !== subtract(now, amountCents))
    throw overtaken(`Of this order ${formatMoney(now)} is left now`)
  if (reviewedSellerCents !== undefined && reviewedSellerCents !== sellerCents)
    throw overtaken(`The market covers ${formatMoney(sellerCents)} of this now`)
}

const overtaken = (what: string) =>
  new DomainError("invalid", `${what}, not what you reviewed. Review it again.`, "lines")
