import { eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { startsAt } from "#core/history/moves.ts"
import { formatMoney, subtract } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { CardRefund } from "#core/ports/payments.ts"
import type { Transaction } from "#db/client.ts"
import { markets, orders, refunds } from "#db/schema/index.ts"
import { moveRefunds } from "./move-refund.server.ts"
import { nextRefundTry, REFUND_MOVES } from "./refund-states.ts"

type RefundRow = typeof refunds.$inferSelect

const MOVE_TO = { pending: "send", done: "complete", failed: "fail" } as const

/**
 * Moves a refund to the state that the provider reports, in any order and any number of times; reports about an earlier
 * attempt change nothing. A refund that the provider gave up waits for its next attempt. The caller must have read the
 * row in this transaction, under a lock.
 */
export async function followRefund(
  ctx: Context,
  tx: Transaction,
  refund: RefundRow,
  { id, state }: Pick<CardRefund, "id" | "state">,
): Promise<void> {
  const move = MOVE_TO[state]
  if (!startsAt(REFUND_MOVES[move], refund.status)) return
  const now = ctx.now()
  if (move === "fail") await fail(ctx, tx, refund, id)
  else
    await moveRefunds(ctx, tx, {
      move,
      where: eq(refunds.id, refund.id),
      set: {
        stripeRefundId: id,
        sentAt: refund.sentAt ?? now,
        lastError: null,
        ...(move === "complete" ? { doneAt: now } : {}),
      },
    })
  if (refund.orderId) await tell(tx, refund, refund.orderId)
}

async function fail(ctx: Context, tx: Transaction, refund: RefundRow, providerId: string): Promise<void> {
  const now = ctx.now()
  const failures = refund.failures + 1
  const nextTryAt = nextRefundTry(failures, now)
  await moveRefunds(ctx, tx, {
    move: "fail",
    where: eq(refunds.id, refund.id),
    set: {
      stripeRefundId: providerId,
      failures,
      failedAt: now,
      nextTryAt,
      doneAt: null,
      lastError: "The bank didn't accept it.",
    },
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
    message: `Your bank didn't accept the ${missing} refund for order ${order.number}. We're sending it again.`,
  })
}

/** Makes open pages that show the order reload. */
async function tell(tx: Transaction, refund: RefundRow, orderId: string): Promise<void> {
  const [of] = await tx
    .select({ customerId: orders.customerId, sellerId: markets.userId })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (of) await emit(tx, "order.refundMoved", { orderId, refundId: refund.id, ...of })
}
