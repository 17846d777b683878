import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { ledgerEntries, orderLines, refundLines, refunds } from "#db/schema/index.ts"
import { type OrderRefund, type RefundShares, sharesOf } from "./refund.ts"

const refundsByIds = prepared((db) =>
  db
    .select({
      orderId: refunds.orderId,
      id: refunds.id,
      amountCents: refunds.amountCents,
      itemsCents: refunds.itemsCents,
      deliveryCents: refunds.deliveryCents,
      tipCents: refunds.tipCents,
      taxCents: refunds.taxCents,
      reason: refunds.reason,
      status: refunds.status,
      source: refunds.source,
      bearer: refunds.bearer,
      madeBy: refunds.madeBy,
      failures: refunds.failures,
      createdAt: refunds.createdAt,
      sentAt: refunds.sentAt,
      doneAt: refunds.doneAt,
      failedAt: refunds.failedAt,
      nextTryAt: refunds.nextTryAt,
    })
    .from(refunds)
    .where(sql`${refunds.orderId} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .prepare("refunds_by_orders"),
)

/** Returns the refunds of these orders, oldest first, by order id. The caller must check who owns the orders. */
export async function refundsOfOrders(
  db: Executor,
  ids: readonly string[],
): Promise<(orderId: string) => OrderRefund[]> {
  const rows = ids.length > 0 ? await refundsByIds(db).execute({ ids }) : []
  if (rows.length === 0) return () => []
  const lines = await linesByIds(db).execute({ ids: rows.map(({ id }) => id) })
  return (asked) =>
    rows
      .filter(({ orderId }) => orderId === asked)
      .map(({ orderId: _asked, ...refund }) => ({
        ...refund,
        lines: lines
          .filter(({ refundId }) => refundId === refund.id)
          .map(({ refundId: _of, ...line }) => line),
      }))
}

const linesByIds = prepared((db) =>
  db
    .select({
      refundId: refundLines.refundId,
      lineId: refundLines.orderLineId,
      productName: orderLines.productName,
      quantity: refundLines.quantity,
      amountCents: refundLines.amountCents,
      taxCents: refundLines.taxCents,
    })
    .from(refundLines)
    .innerJoin(orderLines, eq(orderLines.id, refundLines.orderLineId))
    .where(sql`${refundLines.refundId} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`)
    .orderBy(asc(refundLines.id))
    .prepare("refund_lines_by_refunds"),
)

/**
 * Returns who pays how much of each of an order's refunds, from the ledger. Refunds that are not booked, and
 * cancellations that reverse the whole order, are missing.
 */
export async function bookedShares(
  db: Executor,
  orderId: string,
  made: readonly Pick<OrderRefund, "id" | "source" | "bearer">[],
): Promise<Partial<Record<string, RefundShares>>> {
  if (made.length === 0) return {}
  const entries = await db
    .select({
      refundId: ledgerEntries.refundId,
      party: ledgerEntries.party,
      part: ledgerEntries.part,
      amountCents: ledgerEntries.amountCents,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), isNotNull(ledgerEntries.refundId)))
  const shares = made
    .filter(({ source, bearer }) => source !== "cancellation" || bearer === "platform")
    .map(({ id, bearer }) => ({ id, bearer, booked: entries.filter(({ refundId }) => refundId === id) }))
    .filter(({ booked }) => booked.length > 0)
    .map(({ id, bearer, booked }) => [id, sharesOf(bearer, booked)] as const)
  return Object.fromEntries(shares)
}
