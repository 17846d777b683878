import type { AdminContext } from "../context.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import type { GoodsPlace } from "./moves.ts"

/**
 * An admin gives up an order that cannot be fulfilled, at any status before its customer has the goods; the customer gets
 * everything back and reads the reason. What a courier carries is at the platform's cost. `restock` says whether the
 * goods go back to the shelf; left out, they do while they are at the market. Throws `not_found`, and `illegal_move` once
 * the customer has the goods, or somebody else than was `seen`.
 */
export async function cancelOrderAsAdmin(
  ctx: AdminContext,
  input: { orderId: string; reason: string; restock?: boolean; seen?: GoodsPlace },
): Promise<void> {
  await cancelOrder(ctx, { ...input, by: "admin", mine: undefined })
}
