import { and, desc, eq, gt, inArray, lt } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { withdraw } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import { moveTransfers } from "#core/payouts/move-transfer.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { deliveries, history, markets, notifications, orders, refunds, transfers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isId } from "../ids.ts"
import { illegalMove, moveStatus } from "./move-order.server.ts"
import { isUndo, type MoveName, undoOf } from "./moves.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"
import { unpackSince } from "./packing-queries.server.ts"
import { customerMessage, type OrderStatus, statusText } from "./statuses.ts"
import {
  cannotUndo,
  FOLLOWED,
  MOST_UNDONE,
  NOT_YOURS,
  NOTHING_TO_UNDO,
  TOO_LATE,
  UNDO_MS,
  UNDONE,
  type UndoInput,
} from "./undo.ts"

type Step = typeof history.$inferSelect

/**
 * Moves an order back to where it was before the seller's last step, at most UNDO_MS after it, and takes back all that
 * the step wrote: its facts, the delivery fee, its transfers, its notification, and the emails and push messages that
 * waited until now. Returns the order's number. Throws `not_found` for another market's order, and `illegal_move` with
 * the reason if the step was somebody else's, is too old, or was followed by anything: another step, a refund, a
 * chargeback, a courier who took it. With `stepId`, it undoes that step only and no later one.
 */
export async function undoStep(ctx: SellerContext, input: UndoInput): Promise<{ number: number }> {
  return transaction(ctx.db, (tx) => undoWithin(ctx, tx, input))
}

/** `undoStep` as part of another command's transaction. */
export async function undoWithin(
  ctx: SellerContext,
  tx: Transaction,
  { orderId, stepId }: UndoInput,
): Promise<{ number: number }> {
  const { id, status } = await lockOrder(tx, orderId, ofSeller(ctx))
  const step = await lastStep(tx, id)
  if (!step) throw cannotUndo(NOTHING_TO_UNDO)
  if (isUndo(step.move)) throw cannotUndo(UNDONE)
  if (stepId !== undefined && step.id !== stepId) throw cannotUndo(FOLLOWED)
  if (step.actorRole !== ctx.actor.role || step.actorId !== ctx.actor.userId) throw cannotUndo(NOT_YOURS)
  const move = undoOf({ move: step.move, from: step.fromStatus })
  if (!move) throw cannotUndo(NOTHING_TO_UNDO)
  if (!isRecent(ctx, step)) throw cannotUndo(TOO_LATE)
  if (step.toStatus !== status) throw illegalMove(status)

  const order = await moveStatus(
    ctx,
    tx,
    { orderId: id, move, mine: ofSeller(ctx) },
    { fulfilledAt: null, handedOverWith: null },
  )
  if (!order) throw illegalMove(status)
  if (await isFollowed(tx, step, order)) throw cannotUndo(FOLLOWED)
  await withdrawJobs(ctx, tx, id, step)
  await unpackSince(tx, id, step.at)
  await restoreDelivery(ctx, tx, id, step)
  await announce(tx, order, { move, status: step.toStatus as OrderStatus | null })
  return { number: order.number }
}

/** A step that its seller can still undo. */
export type Undoable = {
  orderId: string
  number: number
  stepId: number
  move: string
  /** By the server's clock, from now. */
  msLeft: number
}

/** Returns the last step of an order of this market, if this seller can still undo it; else null. */
export async function lastUndoable(ctx: SellerContext, orderId: string): Promise<Undoable | null> {
  if (!isId(orderId)) return null
  const [order] = await ctx.db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.id, orderId), ofSeller(ctx)))
  if (!order) return null
  const step = await lastStep(ctx.db, orderId)
  if (!step || step.actorRole !== ctx.actor.role || step.actorId !== ctx.actor.userId) return null
  if (!isRecent(ctx, step) || !undoOf({ move: step.move, from: step.fromStatus })) return null
  const msLeft = step.at.getTime() + UNDO_MS - ctx.now().getTime()
  return { ...order, orderId, stepId: step.id, move: step.move, msLeft }
}

/** The steps of these orders that this seller can still undo, at most MOST_UNDONE. */
export async function listUndoable(ctx: SellerContext, orderIds: readonly string[]): Promise<Undoable[]> {
  const found: Undoable[] = []
  for (const orderId of [...new Set(orderIds)].slice(0, MOST_UNDONE)) {
    const undoable = await lastUndoable(ctx, orderId)
    if (undoable) found.push(undoable)
  }
  return found
}

/** Whether the step can still be undone, by the server's clock. */
const isRecent = ({ now }: Pick<SellerContext, "now">, { at }: Step): boolean =>
  now().getTime() - at.getTime() <= UNDO_MS

async function lastStep(db: Executor, orderId: string): Promise<Step | undefined> {
  const [step] = await db
    .select()
    .from(history)
    .where(eq(history.orderId, orderId))
    .orderBy(desc(history.id))
    .limit(1)
  return step
}

/** Whether a refund or a chargeback came after the step: neither moves the order. */
async function isFollowed(
  tx: Transaction,
  step: Step,
  { id, chargedBackAt }: typeof orders.$inferSelect,
): Promise<boolean> {
  if (chargedBackAt && chargedBackAt >= step.at) return true
  const ofOrder = tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, id))
  return (await tx.$count(history, and(inArray(history.refundId, ofOrder), gt(history.id, step.id)))) > 0
}

/**
 * Withdraws the step's emails, push messages and transfers. If a relay released them at this moment, the time is over:
 * the rows' locks decide which of the two comes first.
 */
async function withdrawJobs(ctx: SellerContext, tx: Transaction, orderId: string, step: Step): Promise<void> {
  const status = statusText(step.toStatus as OrderStatus | null)
  const withdrawn = await withdraw(tx, "order.statusChanged", { orderId, status })
  if (withdrawn === 0) throw cannotUndo(TOO_LATE)
  await withdraw(tx, "transfers.due", { orderId })
  const ofOrder = eq(transfers.orderId, orderId)
  await moveTransfers(ctx, tx, { move: "cancel", where: and(ofOrder, eq(transfers.attempts, 0)) })
  const sent = await tx.$count(transfers, and(ofOrder, inArray(transfers.status, ["due", "sent"])))
  if (sent > 0) throw cannotUndo(TOO_LATE)
}

/** Restores what the step wrote to the delivery, and who holds its fee. */
async function restoreDelivery(
  ctx: SellerContext,
  tx: Transaction,
  orderId: string,
  step: Step,
): Promise<void> {
  const undecided = async () => ({ hasDeliverer: null, offeredAt: await offeredBefore(tx, orderId, step) })
  const facts = await factsBefore(step.move as MoveName, undecided)
  if (facts) await tx.update(deliveries).set(facts).where(eq(deliveries.orderId, orderId))
  if (step.move === "startDelivery") await assignDeliveryFee(tx, orderId, { party: "platform", userId: null })
  if (step.move === "takeBack")
    await assignDeliveryFee(tx, orderId, { party: "seller", userId: ctx.actor.userId })
}

async function factsBefore(
  move: MoveName,
  undecided: () => Promise<Partial<typeof deliveries.$inferInsert>>,
): Promise<Partial<typeof deliveries.$inferInsert> | null> {
  switch (move) {
    case "startDelivery":
    case "offer":
      return undecided()
    case "takeBack":
      return { hasDeliverer: true }
    case "withdraw":
      return { hasDeliverer: false }
    case "ship":
      return { carrier: null, trackingNumber: null }
    case "markDelivered":
      return { deliveredAt: null }
    default:
      return null
  }
}

/** When couriers were last offered the delivery before this step; null if they were not since the seller's own. */
async function offeredBefore(tx: Transaction, orderId: string, step: Step): Promise<Date | null> {
  const [decision] = await tx
    .select({ move: history.move, at: history.at })
    .from(history)
    .where(
      and(
        eq(history.orderId, orderId),
        lt(history.id, step.id),
        inArray(history.move, ["offer", "giveBack", "startDelivery"] satisfies MoveName[]),
      ),
    )
    .orderBy(desc(history.id))
    .limit(1)
  return decision && decision.move !== "startDelivery" ? decision.at : null
}

/** Deletes the customer's notification of the step, and lets open pages show the order as it is again. */
async function announce(
  tx: Transaction,
  order: typeof orders.$inferSelect,
  { move, status }: { move: MoveName; status: OrderStatus | null },
): Promise<void> {
  const [market] = await tx
    .select({ sellerId: markets.userId, name: markets.name })
    .from(markets)
    .where(eq(markets.id, order.marketId))
  if (!market) throw new Error("The market of an order is missing.")
  const message = customerMessage(order.number, market.name, status)
  if (message) await deleteNotification(tx, order, message)
  await emit(tx, "order.stepUndone", {
    orderId: order.id,
    customerId: order.customerId,
    sellerId: market.sellerId,
    ...(move === "undoOffer" || move === "undoWithdraw" ? { carriage: "platform" as const } : {}),
  })
}

async function deleteNotification(
  tx: Transaction,
  { id, customerId }: typeof orders.$inferSelect,
  message: string,
): Promise<void> {
  const newest = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, customerId),
        eq(notifications.role, "customer"),
        eq(notifications.orderId, id),
        eq(notifications.message, message),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(1)
  await tx.delete(notifications).where(inArray(notifications.id, newest))
}
