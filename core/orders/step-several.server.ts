import { and, inArray } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { acknowledgeOrder } from "./acknowledge-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { markDelivered } from "./mark-delivered.server.ts"
import { ofSeller } from "./order-queries.server.ts"
import type { SeveralInput, SeveralStep } from "./seller-stages.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"

const COMMANDS: Record<SeveralStep, (ctx: SellerContext, orderId: string) => Promise<unknown>> = {
  acknowledge: (ctx, orderId) => acknowledgeOrder(ctx, { orderId }),
  setReady: (ctx, orderId) => setPickupStatus(ctx, { orderId, status: "ready to pick up" }),
  offer: (ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: false }),
  startDelivery: (ctx, orderId) => chooseCourier(ctx, { orderId, hasDeliverer: true }),
  markDelivered,
}

/** The orders, by id and number, for which a step was made, and the others with the reason. */
export type SeveralResult = {
  done: { id: string; number: number }[]
  failed: { number: number; message: string }[]
}

/**
 * Makes one step for each of several orders of this market, in their order: each is a command and a transaction of its
 * own, so that one that can no longer make it stops no other. Throws `not_found` before the first step if one of them
 * is another market's.
 */
export async function stepSeveral(
  ctx: SellerContext,
  { step, orderIds }: SeveralInput,
): Promise<SeveralResult> {
  const found = await ctx.db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(ofSeller(ctx), inArray(orders.id, orderIds)))
    .orderBy(orders.dueAt, orders.id)
  if (found.length < new Set(orderIds).size) throw notFound("This order")
  const result: SeveralResult = { done: [], failed: [] }
  for (const order of found) {
    try {
      await COMMANDS[step](ctx, order.id)
      result.done.push(order)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      result.failed.push({ number: order.number, message: error.message })
    }
  }
  return result
}
