import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { moveOrder } from "./move-order.server.ts"
import type { MoveName } from "./moves.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"
import type { PICKUP_STATUSES } from "./statuses.ts"

export type PickupStatus = (typeof PICKUP_STATUSES)[number]

const MOVE_TO: Record<PickupStatus, MoveName> = {
  pending: "setPending",
  "ready to pick up": "setReady",
  "picked up": "handOver",
}

/**
 * The seller sets a pickup order to any of its three statuses; "picked up" is final. Setting the current status changes
 * nothing. Throws `not_found` for another seller's order, `illegal_move` for a delivery or a final order.
 */
export async function setPickupStatus(
  ctx: SellerContext,
  input: { orderId: string; status: PickupStatus },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, input.orderId, ofSeller(ctx))
    if (order.fulfilment !== "pickup") {
      throw new DomainError("illegal_move", "This order is delivered, not picked up.", "status")
    }
    if (order.status === input.status) return
    await moveOrder(ctx, tx, { orderId: order.id, move: MOVE_TO[input.status], mine: ofSeller(ctx) })
  })
}
