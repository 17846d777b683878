import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { lockPickup, moveToPickedUp } from "./hand-over.server.ts"
import { moveOrder } from "./move-order.server.ts"
import { ofSeller } from "./order-queries.server.ts"
import type { PICKUP_STATUSES } from "./statuses.ts"

export type PickupStatus = (typeof PICKUP_STATUSES)[number]

/**
 * The seller sets a pickup order to any of its three statuses; "picked up" is final, and records whether the customer's
 * confirmation code was entered (hand-over). Setting the current status changes nothing. Throws `not_found` for another
 * seller's order, `illegal_move` for a delivery or a final order, and `invalid` on `code` for a wrong code.
 */
export async function setPickupStatus(
  ctx: SellerContext,
  input: { orderId: string; status: PickupStatus; code?: string | undefined },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockPickup(ctx, tx, input.orderId)
    if (order.status === input.status) return
    if (input.status === "picked up") await moveToPickedUp(ctx, tx, order, input.code)
    else {
      const move = input.status === "pending" ? "setPending" : "setReady"
      await moveOrder(ctx, tx, { orderId: order.id, move, mine: ofSeller(ctx) })
    }
  })
}
