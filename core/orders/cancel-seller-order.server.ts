import type { SellerContext } from "../context.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import { ofSeller } from "./order-queries.server.ts"

/**
 * The seller cannot fulfil one of their orders: the customer gets everything back and reads the reason. Throws
 * `not_found` for another seller's order, `illegal_move` once the goods are on their way.
 */
export async function cancelSellerOrder(
  ctx: SellerContext,
  input: { orderId: string; reason: string },
): Promise<void> {
  await cancelOrder(ctx, { ...input, by: "seller", mine: ofSeller(ctx) })
}
