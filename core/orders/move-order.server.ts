import { and, eq, type SQL, sql } from "drizzle-orm"
import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { withSpan } from "#core/spans.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import { type Context, isPerson, isSeller } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { moveRows } from "../history/move-rows.server.ts"
import { markOrderSeen } from "../notifications/mark-seen.server.ts"
import { notify } from "../notifications/notify.server.ts"
import { scheduleTransfers } from "../payments/schedule-transfers.server.ts"
import { closeOffers } from "./end-replacement.server.ts"
import { goodsAt, type Move, type MoveName, ORDER_MOVES } from "./moves.ts"
import { packBeforeItLeaves } from "./packing-queries.server.ts"
import { customerMessage, isComplete, type OrderStatus, sellerMessage, statusText } from "./statuses.ts"
import { afterUndo } from "./undo.ts"

type MoveInput = {
  orderId: string
  move: MoveName
  mine: SQL | undefined
  /** The customer was already notified of this step; only the seller is notified again. */
  isRepeated?: boolean
  /** Other columns of the order to set. */
  facts?: Partial<OrderRow>
}

type OrderRow = typeof orders.$inferSelect

export type MovedOrder = { id: string; number: number; customerId: string; marketId: string }

/**
 * Makes one move of `ORDER_MOVES`, if the order's status allows it; `mine` limits the lookup to the actor's own orders.
 * A move that completes the order schedules the transfers. The customer is notified of every step, the seller of steps
 * by couriers and admins. The emails, push messages and transfers of a seller's step wait until it can no longer be
 * undone. Throws `not_found` for an order that is not the actor's, and `illegal_move` (for `take`:
 * `order_taken`) if its status has changed in the meantime.
 */
export function moveOrder(ctx: Context, tx: Transaction, input: MoveInput): Promise<MovedOrder> {
  return withSpan("command move-order", {}, () => makeMove(ctx, tx, input))
}

async function makeMove(ctx: Context, tx: Transaction, input: MoveInput): Promise<MovedOrder> {
  const move: Move = ORDER_MOVES[input.move]
  const complete =
    move.fulfilment !== undefined && isComplete({ fulfilment: move.fulfilment, status: move.to })
  const moved = await moveStatus(ctx, tx, input, {
    ...input.facts,
    ...(complete ? { fulfilledAt: ctx.now() } : {}),
  })
  if (!moved) throw await rejection(tx, input)
  if (goodsAt(moved) !== "market") {
    await restoreStock(tx, await closeOffers(ctx, tx, moved.id))
    await packBeforeItLeaves(ctx, tx, moved.id)
  }
  if (complete) await scheduleTransfers(ctx, tx, moved.id)
  await announce(ctx, tx, moved, { move, isRepeated: input.isRepeated ?? false })
  return moved
}

/**
 * The only function that changes the status of an order, along with other columns of the move, if the status allows the
 * move and `mine` matches. Writes the step into the order's history. A seller's step acknowledges the order and marks
 * their notifications of it as seen. Returns the updated order, or null if somebody else moved it first.
 */
export async function moveStatus(
  ctx: Context,
  tx: Transaction,
  { orderId, move: name, mine }: Pick<MoveInput, "orderId" | "move" | "mine">,
  facts: Partial<OrderRow> = {},
): Promise<OrderRow | null> {
  const move: Move = ORDER_MOVES[name]
  const [moved] = await moveRows(ctx, tx, {
    subject: "order",
    table: orders,
    moves: ORDER_MOVES,
    move: name,
    where: and(
      eq(orders.id, orderId),
      mine,
      move.fulfilment && eq(orders.fulfilment, move.fulfilment),
      carriedBy(move),
    ),
    set: { ...facts, ...(ctx.actor.role === "seller" ? acknowledged(ctx) : {}), updatedAt: ctx.now() },
  })
  if (moved && isPerson(ctx) && isSeller(ctx)) await markOrderSeen(ctx, tx, orderId)
  return moved ?? null
}

/** A seller's first step says that they have seen the order. */
const acknowledged = ({ now }: Context) => ({
  acknowledgedAt: sql`coalesce(${orders.acknowledgedAt}, ${now().toISOString()}::timestamptz)`,
})

function carriedBy(move: Move): SQL | undefined {
  // A move that starts at "none" decides who delivers; later moves must match that decision.
  if (!move.deliveredBy || move.from.includes(null)) return undefined
  const own = move.deliveredBy === "own"
  return sql`exists (select 1 from ${deliveries} d where d.order_id = ${orders.id} and d.has_deliverer = ${own})`
}

async function rejection(
  tx: Transaction,
  input: { orderId: string; move: MoveName; mine: SQL | undefined },
): Promise<DomainError> {
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, input.orderId), input.mine))
  if (!order) return notFound("This order")
  if (input.move === "take") return new DomainError("order_taken", "Order was Taken")
  return illegalMove(order.status)
}

/** The error for a step that is no longer possible because somebody else moved the order first. */
export const illegalMove = (status: OrderStatus | null): DomainError =>
  new DomainError(
    "illegal_move",
    `This order is "${statusText(status)}" now, so that can't be done.`,
    "status",
  )

async function announce(
  ctx: Context,
  tx: Transaction,
  order: MovedOrder,
  { move, isRepeated }: { move: Move; isRepeated: boolean },
): Promise<void> {
  const status = move.to
  const [market] = await tx
    .select({ sellerId: markets.userId, name: markets.name })
    .from(markets)
    .where(eq(markets.id, order.marketId))
  if (!market) throw notFound("This market")
  const message = customerMessage(order.number, market.name, status)
  if (message && !isRepeated) {
    await notify(tx, { userId: order.customerId, role: "customer", orderId: order.id, message })
  }
  // The seller is notified of steps by couriers and admins, not of their own.
  const news =
    ctx.actor.role === "deliverer" || ctx.actor.role === "admin" ? sellerMessage(order.number, status) : null
  if (news) await notify(tx, { userId: market.sellerId, role: "seller", orderId: order.id, message: news })
  const step = {
    orderId: order.id,
    customerId: order.customerId,
    sellerId: market.sellerId,
    status: statusText(status),
    ...(move.deliveredBy === "platform" ? { carriage: "platform" as const } : {}),
    ...(isRepeated ? { isRepeated } : {}),
    ...(ctx.actor.role === "deliverer" ? { courierId: ctx.actor.userId } : {}),
  }
  await emit(tx, "order.statusChanged", step, afterUndo(ctx))
}
