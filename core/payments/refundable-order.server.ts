import { and, asc, eq, sql, type sum } from "drizzle-orm"
import { DomainError, notFound } from "#core/errors.ts"
import { add, cents, subtract } from "#core/money.ts"
import { exchange } from "#core/orders/replacement.ts"
import type { Executor } from "#db/client.ts"
import { markets, orderLines, orders, refunds, replacementOffers } from "#db/schema/index.ts"
import type { RefundableOrder } from "./refund.ts"

export type OrderToRefund = Awaited<ReturnType<typeof readRefundable>>

/** Returns an order with its refunds so far. To make a refund, lock the order's row first. Throws `not_found`. */
export async function readRefundable(db: Executor, orderId: string) {
  const [order] = await db
    .select({
      id: orders.id,
      number: orders.number,
      checkoutId: orders.checkoutId,
      customerId: orders.customerId,
      sellerId: markets.userId,
      status: orders.status,
      chargedBackAt: orders.chargedBackAt,
      chargebackLostAt: orders.chargebackLostAt,
      itemsCents: orders.itemsCents,
      deliveryCents: orders.deliveryCents,
      tipCents: orders.tipCents,
      taxCents: orders.taxCents,
      platformFeeCents: orders.platformFeeCents,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (!order) throw notFound("This order")
  const [refunded] = await db
    .select({
      itemsCents: total(refunds.itemsCents),
      deliveryCents: total(refunds.deliveryCents),
      tipCents: total(refunds.tipCents),
      taxCents: total(refunds.taxCents),
    })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
  const nothing = { itemsCents: cents(0), deliveryCents: cents(0), tipCents: cents(0), taxCents: cents(0) }
  const accepted = await acceptedOffers(db, orderId)
  const left = accepted.map((offer) => exchange(offer).left)
  const refundable: RefundableOrder = {
    ...order,
    lines: (await readLines(db, orderId)).map((line) => withoutReplaced(line, accepted)),
    leftOver: {
      itemsCents: add(...left.map(({ itemsCents }) => itemsCents)),
      taxCents: add(...left.map(({ taxCents }) => taxCents)),
    },
    refunded: refunded ?? nothing,
  }
  return { ...order, ...refundable }
}

const total = (column: Parameters<typeof sum>[0]) =>
  sql`coalesce(sum(${column}), 0)`.mapWith((value) => cents(Number(value)))

const readLines = (db: Executor, orderId: string) =>
  db
    .select({
      id: orderLines.id,
      productName: orderLines.productName,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
      taxCents: orderLines.taxCents,
      refundedQuantity: refundedQuantity(),
      refundedCents:
        sql`(select coalesce(sum(r.amount_cents), 0) from refund_lines r where r.order_line_id = order_lines.id)`.mapWith(
          (sum) => cents(Number(sum)),
        ),
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))

const acceptedOffers = (db: Executor, orderId: string) =>
  db
    .select()
    .from(replacementOffers)
    .where(and(eq(replacementOffers.orderId, orderId), eq(replacementOffers.status, "accepted")))

type Line = RefundableOrder["lines"][number]
type Accepted = Awaited<ReturnType<typeof acceptedOffers>>

/** A line without the units that other lines replace, and without their tax. */
function withoutReplaced(line: Line, accepted: Accepted): Line {
  const ofLine = accepted.filter(({ lineId }) => lineId === line.id)
  const quantity = ofLine.reduce((left, { missingQuantity }) => left - missingQuantity, line.quantity)
  const taxCents = subtract(line.taxCents, add(...ofLine.map(({ missingTaxCents }) => missingTaxCents)))
  return { ...line, quantity, taxCents }
}

/** SQL for a row of `order_lines`: the number of refunded units. */
export const refundedQuantity = () =>
  sql<number>`(select coalesce(sum(r.quantity), 0)::int from refund_lines r
    where r.order_line_id = order_lines.id)`.mapWith(Number)

/** Throws `not_allowed` if the order's money cannot be refunded. */
export function requireRefundable({
  status,
  chargedBackAt,
}: Pick<OrderToRefund, "status" | "chargedBackAt">) {
  if (chargedBackAt)
    throw new DomainError(
      "not_allowed",
      "This payment is disputed. Nothing can be refunded until the customer's bank decides.",
    )
  if (status === "cancelled")
    throw new DomainError("not_allowed", "This order was canceled and fully refunded.")
}
