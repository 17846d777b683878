import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { moveOrder } from "./move-order.server.ts"
import { isCodeOf, WRONG_CODE } from "./order.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

type PickupOrder = Awaited<ReturnType<typeof lockPickup>>

/**
 * Hands a pickup order over to its customer. With a `code`, it must be the order's confirmation code; without one, the
 * order is marked "without code". Throws `not_found` for another market's order, `illegal_move` for a delivery or an
 * order that is over, and `invalid` on `code` for a wrong code.
 */
export async function handOver(
  ctx: SellerContext,
  input: { orderId: string; code?: string | undefined },
): Promise<{ number: number }> {
  return transaction(ctx.db, async (tx) => {
    const order = await lockPickup(ctx, tx, input.orderId)
    await moveToPickedUp(ctx, tx, order, input.code)
    return { number: order.number }
  })
}

/** Locks a pickup order of the seller's market. Throws `not_found`, and `illegal_move` for a delivery. */
export async function lockPickup(ctx: SellerContext, tx: Transaction, orderId: string) {
  const order = await lockOrder(tx, orderId, ofSeller(ctx))
  if (order.fulfilment === "pickup") return order
  throw new DomainError("illegal_move", "This order is delivered, not picked up.", "status")
}

/** Moves a locked pickup order to "picked up", and records whether its code was entered. */
export async function moveToPickedUp(
  ctx: SellerContext,
  tx: Transaction,
  { id: orderId, confirmation }: PickupOrder,
  code: string | undefined,
): Promise<void> {
  if (code && !isCodeOf(confirmation, code)) throw new DomainError("invalid", WRONG_CODE, "code")
  const facts = { handedOverWith: code ? "code" : "without code" } as const
  await moveOrder(ctx, tx, { orderId, move: "handOver", mine: ofSeller(ctx), facts })
}
