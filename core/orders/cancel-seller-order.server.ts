import type { SellerContext } from "../context.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import { ofSeller } from "./order-queries.server.ts"

/**
 * The seller cancels one of their orders that they cannot fulfill. The customer gets a full refund and sees the reason.
 * Throws `not_found` for another seller's order, `illegal_move` once the goods are on their way.
 */
export async function cancelSellerOrder(
  ctx: SellerContext,
  input: { orderId: string; reason: string },
): Promise<void> {
  await cancelOrder(ctx, { ...input, by: "seller", mine: ofSeller(ctx) })
}
