import type { CustomerContext } from "../context.ts"
import {
  type CustomerOrderCard,
  customerOrderCard,
  listCustomerOrders,
} from "./list-customer-orders.server.ts"

/** As long after a purchase its pages still speak of it. */
const JUST_NOW_MS = 60 * 60_000

/** The customer's latest order, if it was placed just now. */
export async function justPaid(ctx: CustomerContext): Promise<CustomerOrderCard | null> {
  const [latest] = await listCustomerOrders(ctx, { limit: 1, offset: 0 })
  const isJustPaid = latest && ctx.now().getTime() - latest.order.createdAt.getTime() <= JUST_NOW_MS
  return isJustPaid ? customerOrderCard(latest) : null
}
