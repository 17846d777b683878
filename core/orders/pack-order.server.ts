import { and, desc, eq, isNull } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { history, markets, orderLines, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { acknowledgeWithin } from "./acknowledge-order.server.ts"
import { endOverdue } from "./end-replacement.server.ts"
import { illegalMove, moveOrder } from "./move-order.server.ts"
import { goodsAt } from "./moves.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"
import { isDealtWith, isLess, isNothingLeft, PACKING_UNDO_MS } from "./packing.ts"
import { announcePacked, packedLines, quantityToGive, unpackSince } from "./packing-queries.server.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"
import { undoWithin } from "./undo-step.server.ts"

type LockedOrder = { fulfilment: Fulfilment; status: OrderStatus | null; packedAt: Date | null }

/** Throws `illegal_move` once an order was packed, canceled, or left the market. */
export function requirePackable(order: LockedOrder): void {
  if (goodsAt(order) !== "market") throw illegalMove(order.status)
  if (order.packedAt) throw new DomainError("illegal_move", "This order is packed already.")
}

/**
 * Marks an order as packed, in so many bags. All lines must be dealt with, or `allAsOrdered` packs the open ones as
 * ordered, but not those that have to be weighed. A pickup order becomes ready, unless nothing of it is left. What is
 * missing is refunded ten seconds later, until when `unpackOrder` undoes it. Packing a packed order again changes
 * nothing. Throws `not_found` for another market's order, `illegal_move` once it left the market or is canceled and
 * while its customer can answer an offered replacement, and `invalid` while lines are open.
 */
export async function packOrder(
  ctx: SellerContext,
  { orderId, bags, allAsOrdered = false }: { orderId: string; bags: number; allAsOrdered?: boolean },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ofSeller(ctx))
    if (order.packedAt && order.status !== "cancelled") return
    requirePackable(order)
    const waiting = await endOverdue(ctx, tx, order.id)
    if (waiting > 0)
      throw new DomainError("illegal_move", "Wait for the customer's answer, or take the offer back.")
    // The step that makes the order ready has the same time, by which an undo of it finds the packing.
    const at = ctx.now()
    if (allAsOrdered)
      await tx
        .update(orderLines)
        .set({ packedQuantity: quantityToGive() })
        .where(
          and(
            eq(orderLines.orderId, order.id),
            isNull(orderLines.packedQuantity),
            eq(orderLines.byWeight, false),
          ),
        )
    const lines = await packedLines(tx, order.id)
    const open = lines.filter((line) => !isDealtWith(line))
    const unweighed = open.find((line) => line.byWeight)
    if (unweighed) throw new DomainError("invalid", `Enter the weight of ${unweighed.productName} first.`)
    if (open.length > 0)
      throw new DomainError(
        "invalid",
        `Check off ${open.length === 1 ? "the open item" : `the ${open.length} open items`} first.`,
      )
    await tx.update(orders).set({ packedAt: at, bags }).where(eq(orders.id, order.id))
    await acknowledgeWithin(ctx, tx, order)
    await announcePacked(ctx, tx, {
      orderId: order.id,
      isLess: lines.some(isLess),
    })
    if (order.status === "pending" && order.fulfilment === "pickup" && !isNothingLeft(lines))
      await moveOrder({ ...ctx, now: () => at }, tx, {
        orderId: order.id,
        move: "setReady",
        mine: ofSeller(ctx),
      })
  })
}

/**
 * Undoes `packOrder` within ten seconds: the order is to be packed again, nothing is refunded, and a pickup order is
 * pending again. Throws `not_found` for another market's order, and `illegal_move` if it is not packed, the time is
 * over, or the order moved on.
 */
export async function unpackOrder(ctx: SellerContext, { orderId }: { orderId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ofSeller(ctx))
    if (goodsAt(order) !== "market") throw illegalMove(order.status)
    if (!order.packedAt) throw new DomainError("illegal_move", "This order is not packed.")
    const { packedAt } = order
    const isOver = ctx.now().getTime() >= packedAt.getTime() + PACKING_UNDO_MS
    const isRefunded = (await packedLines(tx, order.id)).some(isLess)
    const withdrawn = isOver ? 0 : await unpackSince(tx, order.id, packedAt)
    if (isOver || (isRefunded && withdrawn === 0))
      throw new DomainError("illegal_move", "Packing can be undone for ten seconds. That time is over.")
    if (await wasMadeReady(tx, order.id, packedAt)) await undoWithin(ctx, tx, { orderId: order.id })
    const [market] = await tx
      .select({ sellerId: markets.userId })
      .from(markets)
      .where(eq(markets.id, ctx.actor.marketId))
    if (market) await emit(tx, "order.lineDealtWith", { orderId: order.id, sellerId: market.sellerId })
  })
}

/** Whether packing at this time made the order ready to pick up; nothing happened to it since. */
async function wasMadeReady(tx: Transaction, orderId: string, packedAt: Date): Promise<boolean> {
  const [step] = await tx
    .select({ move: history.move, at: history.at })
    .from(history)
    .where(eq(history.orderId, orderId))
    .orderBy(desc(history.id))
    .limit(1)
  return step?.move === "setReady" && step.at.getTime() === packedAt.getTime()
}
