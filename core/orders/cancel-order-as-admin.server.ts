import type { AdminContext } from "../context.ts"
import { cancelOrder } from "./cancel-order.server.ts"

/**
 * An admin gives up an order that cannot be fulfilled; the customer gets everything back and reads the reason. Throws
 * `not_found`, and `illegal_move` once a courier or the customer has the
 * goods; what a carrier has can be given up.
 */
export async function cancelOrderAsAdmin(
  ctx: AdminContext,
  input: { orderId: string; reason: string },
): Promise<void> {
  await cancelOrder(ctx, { ...input, by: "admin", mine: undefined })
}
