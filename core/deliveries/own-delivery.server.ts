import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/deliverer-card.ts"
import type { DelivererContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { lockOrder } from "#core/orders/lock-order.server.ts"
import { illegalMove } from "#core/orders/move-order.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { deliverers, deliveries, orders } from "#db/schema/index.ts"

/** The part of the SQL that makes an order that the deliverer did not take not found. */
export const takenBy = (ctx: DelivererContext) =>
  sql`${orders.id} in (select d.order_id from deliveries d where d.deliverer_id = ${ctx.actor.userId})`

/** Throws `not_allowed` unless the deliverer is approved and may be paid: others see no address and take nothing. */
export async function requireMayDeliver(ctx: DelivererContext, db: Executor) {
  const deliverer = await lockProfile(ctx, db, "key share")
  rejectUnapproved(deliverer)
  return deliverer
}

/**
 * The deliverer's profile, locked: "key share" waits for the deletion of the account, which locks it for good; with
 * "no key update" the deliverer does one such thing at a time. Throws `not_found`.
 */
export async function lockProfile(
  ctx: DelivererContext,
  db: Executor,
  strength: "key share" | "no key update",
) {
  const [deliverer] = await db
    .select()
    .from(deliverers)
    .where(eq(deliverers.userId, ctx.actor.userId))
    .for(strength)
  if (!deliverer) throw notFound("Your account")
  return deliverer
}

export function rejectUnapproved(deliverer: Parameters<typeof mayDeliver>[0]): void {
  if (!mayDeliver(deliverer))
    throw new DomainError("not_allowed", "You can deliver once you are approved and connected with Stripe.")
}

/** A delivery and its order's status, under the order's lock. `mine` narrows it. Throws `not_found`. */
export async function lockDelivery(tx: Transaction, deliveryId: string, mine: SQL | undefined) {
  if (!isId(deliveryId)) throw notFound("This delivery")
  const its = eq(deliveries.id, deliveryId)
  const [found] = await tx.select({ orderId: deliveries.orderId }).from(deliveries).where(and(its, mine))
  if (!found) throw notFound("This delivery")
  const { status } = await lockOrder(tx, found.orderId, undefined)
  const [delivery] = await tx.select().from(deliveries).where(its)
  if (!delivery) throw notFound("This delivery")
  return { ...delivery, status }
}

/**
 * Locks a delivery that this deliverer took and has not delivered. Throws `not_found` for anybody else's, and
 * `illegal_move` for one that was theirs until somebody was faster.
 */
export async function lockOwnDelivery(ctx: DelivererContext, tx: Transaction, deliveryId: string) {
  const takenByMe = eq(deliveries.delivererId, ctx.actor.userId)
  const delivery = await lockDelivery(tx, deliveryId, and(takenByMe, isNull(deliveries.deliveredAt)))
  if (delivery.delivererId !== ctx.actor.userId) throw illegalMove(delivery.status)
  return delivery
}
