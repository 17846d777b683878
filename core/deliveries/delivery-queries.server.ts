import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/courier-card.ts"
import type { CourierContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { illegalMove } from "#core/orders/move-order.server.ts"
import { lockOrder } from "#core/orders/order-queries.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { couriers, deliveries, orders } from "#db/schema/index.ts"
import { NOT_APPROVED } from "./delivery.ts"

/** SQL condition that makes an order of another courier not found. */
export const takenBy = (ctx: CourierContext) =>
  sql`${orders.id} in (select d.order_id from deliveries d where d.deliverer_id = ${ctx.actor.userId})`

/** Throws `not_allowed` unless the courier is approved and can be paid: others see no address and take nothing. */
export async function requireMayDeliver(ctx: CourierContext, db: Executor) {
  const courier = await lockProfile(ctx, db, "key share")
  rejectUnapproved(courier)
  return courier
}

/**
 * Locks the courier's profile. `key share` waits for an account deletion, which takes the full lock; `no key update`
 * serializes the courier's own commands. Throws `not_found`.
 */
export async function lockProfile(
  ctx: CourierContext,
  db: Executor,
  strength: "key share" | "no key update",
) {
  const [courier] = await db
    .select()
    .from(couriers)
    .where(eq(couriers.userId, ctx.actor.userId))
    .for(strength)
  if (!courier) throw notFound("Your account")
  return courier
}

export function rejectUnapproved(courier: Parameters<typeof mayDeliver>[0]): void {
  if (!mayDeliver(courier)) throw new DomainError("not_allowed", NOT_APPROVED)
}

/** Locks an order and returns its delivery and status; `mine` is an extra condition. Throws `not_found`. */
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
 * Locks a delivery that this courier took and has not delivered. Throws `not_found` for another courier's delivery, and
 * `illegal_move` for one that was this courier's until another command moved it first.
 */
export async function lockOwnDelivery(ctx: CourierContext, tx: Transaction, deliveryId: string) {
  const takenByMe = eq(deliveries.courierId, ctx.actor.userId)
  const delivery = await lockDelivery(tx, deliveryId, and(takenByMe, isNull(deliveries.deliveredAt)))
  if (delivery.courierId !== ctx.actor.userId) throw illegalMove(delivery.status)
  return delivery
}
