import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { type Cents, formatMoney } from "#core/money.ts"
import { lockOrder } from "#core/orders/order-queries.server.ts"
import { priceRefund, type RefundInput, reasonText } from "./refund.ts"
import { readRefundable, requireRefundable } from "./refundable-order.server.ts"
import { writeRefund } from "./write-refund.server.ts"

/**
 * An admin gives back a part of an order: lines, some of the delivery fee, another amount, with its share of tax, before
 * or after fulfillment. Customer and seller read the reason. Once per key. Throws `not_found`, `not_allowed` (the
 * customer's bank has the money, or the order is cancelled) and, with the field, `invalid` for more than is left, or for
 * another amount than `reviewedCents`.
 */
export const refundOrder = (
  ctx: AdminContext,
  { reviewedCents, ...input }: RefundInput & { reviewedCents?: number | undefined },
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
      if (reviewedCents !== undefined && reviewedCents !== priced.amountCents)
        throw new DomainError(
          "invalid",
          `This gives back ${formatMoney(priced.amountCents)} now, not what you reviewed. Review it again.`,
          "lines",
        )
      const reason = reasonText(input)
      const made = { source: "order" as const, bearer: input.bearer, reason, madeBy: ctx.actor.userId }
      const refundId = await writeRefund(ctx, tx, order, { ...priced, ...made })
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
