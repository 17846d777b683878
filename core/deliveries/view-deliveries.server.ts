import { and, desc, eq, isNull } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/courier-card.ts"
import type { CourierContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { couriers, notifications } from "#db/schema/index.ts"
import type { WaitingDelivery } from "./delivery.ts"
import { type ActiveDelivery, activeDelivery, listWaitingDeliveries } from "./list-deliveries.server.ts"

export type DeliveriesView = {
  /** False without approval and onboarding: no address is shown, and nothing can be taken. */
  mayDeliver: boolean
  /** Deliveries to take; empty while one is under way. */
  waiting: WaitingDelivery[]
  active: ActiveDelivery | null
  /** What happened to the courier's former deliveries, until dismissed. */
  notices: { id: string; message: string }[]
}

/** Returns the data of the deliveries screen: the delivery under way, otherwise those that wait around the courier. */
export async function viewDeliveries(ctx: CourierContext, position?: Coordinates): Promise<DeliveriesView> {
  const [facts] = await ctx.db
    .select({ approval: couriers.approval, onboarded: couriers.onboarded })
    .from(couriers)
    .where(eq(couriers.userId, ctx.actor.userId))
  if (!facts) throw notFound("Your account")
  if (!mayDeliver(facts)) return { mayDeliver: false, waiting: [], active: null, notices: [] }
  const active = await activeDelivery(ctx)
  const notices = await ctx.db
    .select({ id: notifications.id, message: notifications.message })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, ctx.actor.userId),
        eq(notifications.role, "deliverer"),
        isNull(notifications.seenAt),
      ),
    )
    .orderBy(desc(notifications.id))
  return {
    mayDeliver: true,
    active,
    notices,
    waiting: active ? [] : await listWaitingDeliveries(ctx, position),
  }
}
