import type { AdminContext } from "../context.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import type { GoodsPlace } from "./moves.ts"

/**
 * An admin cancels an order that cannot be fulfilled, at any status before its customer has the goods. The customer
 * gets a full refund and sees the reason. The platform pays if a courier has the goods. `restock` is whether to restore
 * the stock; by default it is restored if the goods are still at the market. Throws `not_found`, and `illegal_move`
 * once the customer has the goods or if the goods are no longer where `seen` says.
 */
export async function cancelOrderAsAdmin(
  ctx: AdminContext,
  input: { orderId: string; reason: string; restock?: boolean; seen?: GoodsPlace },
): Promise<void> {
  await cancelOrder(ctx, { ...input, by: "admin", mine: undefined })
}
