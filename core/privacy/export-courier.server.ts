import { desc, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { couriers, deliveries, orders } from "#db/schema/index.ts"

/** The person's profile as a courier and what they brought, without the addressees; null for who is none. */
export async function exportCourier(ctx: PersonContext) {
  const { userId } = ctx.actor
  const [profile] = await ctx.db.select().from(couriers).where(eq(couriers.userId, userId))
  if (!profile) return null
  const { decidedBy: _admin, ...own } = profile
  const brought = await ctx.db
    .select({
      orderNumber: orders.number,
      takenAt: deliveries.takenAt,
      pickedUpAt: deliveries.pickedUpAt,
      deliveredAt: deliveries.deliveredAt,
      distanceMiles: deliveries.distanceMiles,
      feeCents: deliveries.feeCents,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.courierId, userId))
    .orderBy(desc(deliveries.takenAt))
  return { profile: own, deliveries: brought }
}
