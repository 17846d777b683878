import { asc, eq, like, sql } from "drizzle-orm"
import { type Cents, cents } from "#core/money.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { ledgerEntries, orderLines, refundLines, refunds } from "#db/schema/index.ts"
import type { OrderRefund } from "./refund.ts"

const refundsByIds = prepared((db) =>
  db
    .select({
      orderId: refunds.orderId,
      id: refunds.id,
      amountCents: refunds.amountCents,
      itemsCents: refunds.itemsCents,
      deliveryCents: refunds.deliveryCents,
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

/** The refunds of each of these orders, oldest first, by the order's id. Whose they are is for the caller to ask. */
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

/** What a refund costs the order's seller, by the books. */
export async function refundCost(db: Executor, refundId: string): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql`coalesce(-sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(like(ledgerEntries.reference, `refund:${refundId}:seller:%`))
  return cents(row?.cents ?? 0)
}
