import { and, eq, isNull, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { distanceMiles } from "#core/places/distance.ts"
import { couriers, deliveries, markets, orders, pushSubscriptions, zips } from "#db/schema/index.ts"
import { deliverPush } from "./deliver-push.server.ts"
import { newDeliveryPush } from "./push-message.ts"

/** Couriers take an offer within minutes or not at all. */
const TTL_MINUTES = 30

/**
 * Notifies the couriers around a market of a delivery that their lists show (list-deliveries): those who may take it,
 * by their address or their zip's center, and who have no delivery in progress. Notifies nobody once it was taken.
 */
export async function pushNewDelivery(
  ctx: SystemContext,
  { orderId }: { readonly orderId: string },
  jobId: string,
): Promise<void> {
  const [offer] = await ctx.db
    .select({ orderId: orders.id, number: orders.number, lat: markets.lat, lng: markets.lng })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(and(eq(orders.id, orderId), eq(orders.status, "waiting")))
  if (!offer || offer.lat === null || offer.lng === null) return
  const market = { lat: offer.lat, lng: offer.lng }
  const free = await freeCouriers(ctx)
  const near = free.filter(
    ({ lat, lng }) =>
      lat !== null && lng !== null && distanceMiles({ lat, lng }, market) <= ctx.rates.unclaimedRadiusMiles,
  )
  await deliverPush(
    ctx,
    { role: "deliverer", kind: "newDeliveries", userIds: near.map(({ userId }) => userId) },
    { jobId, ttlMinutes: TTL_MINUTES, message: newDeliveryPush(offer) },
  )
}

/** The positions of the couriers who could take a delivery now and get push messages. */
function freeCouriers({ db }: SystemContext) {
  const underWay = and(eq(deliveries.courierId, couriers.userId), isNull(deliveries.deliveredAt))
  return db
    .selectDistinct({
      userId: couriers.userId,
      lat: sql<number | null>`coalesce(${couriers.lat}, ${zips.lat})`,
      lng: sql<number | null>`coalesce(${couriers.lng}, ${zips.lng})`,
    })
    .from(couriers)
    .innerJoin(
      pushSubscriptions,
      and(eq(pushSubscriptions.userId, couriers.userId), eq(pushSubscriptions.role, "deliverer")),
    )
    .leftJoin(zips, eq(zips.zip, couriers.zip))
    .leftJoin(deliveries, underWay)
    .where(and(eq(couriers.approval, "approved"), eq(couriers.onboarded, true), isNull(deliveries.id)))
}
