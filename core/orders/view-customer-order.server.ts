import { eq } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type OrderDetails, photoLink, readOrder } from "./order-queries.server.ts"

export type CustomerOrder = OrderDetails & { photoUrl: string | null }

/** The customer's own order, whole; the delivery photo by a link that expires. Another customer's is not found. */
export async function viewCustomerOrder(ctx: CustomerContext, orderId: string): Promise<CustomerOrder> {
  const { details } = await readOrder(ctx.db, orderId, eq(orders.customerId, ctx.actor.userId))
  return { ...details, photoUrl: await photoLink(ctx, details.photo) }
}
