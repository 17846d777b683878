import { and, eq, isNull, sql } from "drizzle-orm"
import { mayDeliver } from "#core/accounts/deliverer-card.ts"
import type { DelivererContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { deliverers, deliveries, orders } from "#db/schema/index.ts"

/** The part of the SQL that makes an order that the deliverer did not take not found. */
export const takenBy = (ctx: DelivererContext) =>
  sql`${orders.id} in (select d.order_id from deliveries d where d.deliverer_id = ${ctx.actor.userId})`

/** Throws `not_allowed` unless the deliverer is approved and may be paid: others see no address and take nothing. */
export async function requireMayDeliver(ctx: DelivererContext, db: Executor) {
  const [deliverer] = await db
    .select()
    .from(deliverers)
    .where(eq(deliverers.userId, ctx.actor.userId))
    // Waits for the deletion of the account, which locks this row for good.
    .for("key share")
  if (!deliverer) throw notFound("Your account")
  if (!mayDeliver(deliverer)) {
    throw new DomainError("not_allowed", "You can deliver once you are approved and connected with Stripe.")
  }
  return deliverer
}

/** Locks a delivery that this deliverer took and has not delivered. Throws `not_found` for anybody else's. */
export async function lockOwnDelivery(ctx: DelivererContext, tx: Transaction, deliveryId: string) {
  if (!isId(deliveryId)) throw notFound("This delivery")
  const [delivery] = await tx
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.id, deliveryId),
        eq(deliveries.delivererId, ctx.actor.userId),
        isNull(deliveries.deliveredAt),
      ),
    )
    .for("no key update")
  if (!delivery) throw notFound("This delivery")
  return delivery
}
