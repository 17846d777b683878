import { and, inArray } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { ofSeller } from "./order-queries.server.ts"
import type { SeveralInput } from "./seller-stages.ts"
import { takeStep } from "./take-step.server.ts"
import type { UndoSeveralInput } from "./undo.ts"
import { undoStep } from "./undo-step.server.ts"

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
  return oneByOne(ctx, orderIds, (orderId) => takeStep(ctx, { step, orderId }))
}

/** Undoes the last step of each of several orders, like `undoStep`, one by one. Throws what `stepSeveral` does. */
export async function undoSeveral(ctx: SellerContext, { steps }: UndoSeveralInput): Promise<SeveralResult> {
  return oneByOne(
    ctx,
    steps.map(({ orderId }) => orderId),
    (orderId) => undoStep(ctx, { orderId, stepId: steps.find((one) => one.orderId === orderId)?.stepId }),
  )
}

async function oneByOne(
  ctx: SellerContext,
  orderIds: readonly string[],
  work: (orderId: string) => Promise<unknown>,
): Promise<SeveralResult> {
  if (!orderIds.every(isId)) throw notFound("This order")
  const found = await ctx.db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(ofSeller(ctx), inArray(orders.id, [...orderIds])))
    .orderBy(orders.dueAt, orders.id)
  if (found.length < new Set(orderIds).size) throw notFound("This order")
  const result: SeveralResult = { done: [], failed: [] }
  for (const order of found) {
    try {
      await work(order.id)
      result.done.push(order)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      result.failed.push({ number: order.number, message: error.message })
    }
  }
  return result
}
