import { eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { moveRefunds } from "./move-refund.server.ts"

/**
 * Resends a refund that the provider gave up, immediately and under a new idempotency key. Throws `not_found`, and
 * `illegal_move` if the refund is already under way or the customer's bank has returned the money.
 */
export async function retryRefund(ctx: AdminContext, { refundId }: { refundId: string }): Promise<void> {
  if (!isId(refundId)) throw notFound("This refund")
  await transaction(ctx.db, async (tx) => {
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("no key update")
    if (!refund?.orderId) throw notFound("This refund")
    const { orderId } = refund
    const [moved] = await moveRefunds(ctx, tx, {
      move: "retry",
      where: eq(refunds.id, refundId),
      set: { nextTryAt: null },
    })
    if (!moved) throw new DomainError("illegal_move", "This refund is already on its way.")
    await emit(tx, "order.refundDue", { orderId, refundId })
    await recordAudit(ctx, tx, {
      action: "refund.retried",
      subjectType: "order",
      subjectId: orderId,
      details: { refundId, failures: refund.failures },
    })
  })
}
