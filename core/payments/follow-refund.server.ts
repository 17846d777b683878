import { and, eq, inArray } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { formatMoney, subtract } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardRefund } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { markets, orders, refunds } from "#db/schema/index.ts"
import { nextRefundTry } from "./refund-states.ts"

type Refund = typeof refunds.$inferSelect

/**
 * Brings a refund to where the provider says that it is, however often and in whichever order that is heard; what
 * concerns an earlier try is over. Once the provider gives it up it waits for its next try. The row was read in this
 * transaction, under a lock.
 */
export async function followRefund(
  ctx: Context,
  tx: Transaction,
  refund: Refund,
  { id, state }: Pick<CardRefund, "id" | "state">,
): Promise<void> {
  const isOver = refund.status === "failed" || refund.status === state
  if (isOver || (state === "pending" && refund.status !== "due")) return
  const now = ctx.now()
  const known = { stripeRefundId: id, sentAt: refund.sentAt ?? now, lastError: null }
  if (state === "pending") await move(tx, refund, { ...known, status: "sent" })
  if (state === "done") await move(tx, refund, { ...known, status: "done", doneAt: now })
  if (state === "failed") await fail(ctx, tx, refund, id)
  if (refund.orderId) await tell(tx, refund, refund.orderId)
}

const move = (tx: Transaction, refund: Refund, to: Partial<Refund>) =>
  tx
    .update(refunds)
    .set(to)
    .where(and(eq(refunds.id, refund.id), inArray(refunds.status, ["due", "sent", "done"])))

async function fail(ctx: Context, tx: Transaction, refund: Refund, providerId: string): Promise<void> {
  const now = ctx.now()
  const failures = refund.failures + 1
  const nextTryAt = nextRefundTry(failures, now)
  await move(tx, refund, {
    status: "failed",
    stripeRefundId: providerId,
    failures,
    failedAt: now,
    nextTryAt,
    doneAt: null,
    lastError: "The bank did not take it.",
  })
  if (nextTryAt === null) ctx.ports.alarms.raise("refund_failed", { refundId: refund.id })
  if (!refund.orderId || failures > 1) return
  const [order] = await tx.select().from(orders).where(eq(orders.id, refund.orderId))
  if (!order) return
  const missing = formatMoney(subtract(refund.amountCents, refund.coveredCents))
  await notify(tx, {
    userId: order.customerId,
    role: "customer",
    orderId: order.id,
    message: `Your bank did not take the ${missing} of your order ${order.number}. We're sending your refund again.`,
  })
}

/** Open pages of all who see the order look again. */
async function tell(tx: Transaction, refund: Refund, orderId: string): Promise<void> {
  const [of] = await tx
    .select({ customerId: orders.customerId, sellerId: markets.userId })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (of) await emit(tx, "order.refundMoved", { orderId, refundId: refund.id, ...of })
}
