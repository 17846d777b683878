import { eq } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type ToldRefund, toldRefund } from "../payments/refund.ts"
import { type OrderDetails, photoLink, readOrder } from "./order-queries.server.ts"

export type CustomerOrder = Omit<OrderDetails, "refunds"> & { photoUrl: string | null; refunds: ToldRefund[] }

/** The customer's own order, whole; the delivery photo by a link that expires. Another customer's is not found. */
export async function viewCustomerOrder(ctx: CustomerContext, orderId: string): Promise<CustomerOrder> {
  const { details } = await readOrder(ctx.db, orderId, eq(orders.customerId, ctx.actor.userId))
  return {
    ...details,
    refunds: details.refunds.map(toldRefund),
    photoUrl: await photoLink(ctx, details.photo),
  }
}
