import { and, eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { readRefundable } from "#core/payments/refundable-order.server.ts"
import { writeRefund } from "#core/payments/write-refund.server.ts"
import { refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { cancelWithin } from "./cancel-order.server.ts"
import { cancellationOf } from "./moves.ts"
import { lockOrder } from "./order-queries.server.ts"
import { isNothingLeft, NOTHING_LEFT, PACKING_UNDO_MS, packingReason, pricePacking } from "./packing.ts"
import { packedLines } from "./packing-queries.server.ts"

/**
 * Refunds what packing changed, once, with its tax; the seller pays for it. An order of which nothing is left is
 * canceled instead. Does nothing if the order was unpacked or canceled meanwhile, everything was refunded already, or the
 * customer's bank gave them the whole payment. Throws an `Error` while packing can still be undone; the job is then retried.
 */
export async function settlePacking(ctx: SystemContext, { orderId }: { orderId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { packedAt, ...order } = await lockOrder(tx, orderId, undefined)
    if (!packedAt || order.status === "cancelled") return
    if (ctx.now().getTime() < packedAt.getTime() + PACKING_UNDO_MS)
      throw new Error("Packing can still be undone.")
    const isMade = await tx.$count(refunds, and(eq(refunds.orderId, orderId), eq(refunds.source, "packing")))
    if (isMade > 0) return
    const lines = await packedLines(tx, orderId)
    if (isNothingLeft(lines) && cancellationOf(order, "seller")) {
      await cancelWithin(ctx, tx, { orderId, reason: NOTHING_LEFT, by: "seller", mine: undefined })
      return
    }
    const refundable = await readRefundable(tx, orderId)
    if (refundable.chargebackLostAt) return
    const priced = pricePacking(refundable, lines)
    if (!priced) return
    const made = { source: "packing", bearer: "seller", reason: packingReason(lines) } as const
    await writeRefund(ctx, tx, refundable, { move: "request", ...priced, ...made })
  })
}
