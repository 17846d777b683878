import { and, eq } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { acknowledgeOrder } from "./acknowledge-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { handOver } from "./hand-over.server.ts"
import { markDelivered } from "./mark-delivered.server.ts"
import { ORDER_MOVES } from "./moves.ts"
import { ofSeller } from "./order-queries.server.ts"
import type { SellerStep, TakeStepInput } from "./seller-stages.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

type Step = Omit<TakeStepInput, "step">

const COMMANDS: Record<SellerStep, (ctx: SellerContext, step: Step) => Promise<unknown>> = {
  acknowledge: (ctx, { orderId }) => acknowledgeOrder(ctx, { orderId }),
  setReady: (ctx, { orderId }) => setPickupStatus(ctx, { orderId, status: "ready to pick up" }),
  handOver: (ctx, { orderId, code }) => handOver(ctx, { orderId, code }),
  offer: (ctx, { orderId }) => chooseCourier(ctx, { orderId, hasDeliverer: false }),
  startDelivery: (ctx, { orderId }) => chooseCourier(ctx, { orderId, hasDeliverer: true }),
  markDelivered: (ctx, { orderId }) => markDelivered(ctx, orderId),
}

/**
 * Makes one step of an order. A step to where the order is already changes nothing, so that a phone that lost the
 * response may send it again. Throws `not_found` for another market's order, and what the step's own command throws.
 */
export async function takeStep(ctx: SellerContext, { step, ...input }: TakeStepInput): Promise<void> {
  const [order] = isId(input.orderId)
    ? await ctx.db
        .select({ status: orders.status, fulfilment: orders.fulfilment })
        .from(orders)
        .where(and(eq(orders.id, input.orderId), ofSeller(ctx)))
    : []
  if (!order) throw notFound("This order")
  if (step !== "acknowledge" && isThere(order, ORDER_MOVES[step])) return
  await COMMANDS[step](ctx, input)
}

/** Whether the order is where the move would lead. */
const isThere = (
  order: { status: OrderStatus | null; fulfilment: Fulfilment },
  move: { to: OrderStatus | null; fulfilment: Fulfilment },
) => order.status === move.to && order.fulfilment === move.fulfilment
