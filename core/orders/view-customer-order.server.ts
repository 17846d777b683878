import { eq } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type OrderDetails, readOrder } from "./order-queries.server.ts"

const PHOTO_LINK_MINUTES = 10

export type CustomerOrder = OrderDetails & { photoUrl: string | null }

/** The customer's own order, whole; the delivery photo by a link that expires. Another customer's is not found. */
export async function viewCustomerOrder(ctx: CustomerContext, orderId: string): Promise<CustomerOrder> {
  const { details } = await readOrder(ctx.db, orderId, eq(orders.customerId, ctx.actor.userId))
  const expiresAt = new Date(ctx.now().getTime() + PHOTO_LINK_MINUTES * 60_000)
  const photoUrl = details.photo ? await ctx.ports.images.privateUrl(details.photo, expiresAt) : null
  return { ...details, photoUrl }
}
