import { and, eq, isNull, or } from "drizzle-orm"
import type { CourierContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { type Coordinates, isCoordinates } from "#core/places/coordinates.ts"
import type { DrivingRoute } from "#core/ports/places.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import { requireMayDeliver } from "./delivery-queries.server.ts"

export type RouteToGoal = DrivingRoute & { toward: "market" | "customer" }

/**
 * Returns the route from the courier's position to their next stop: the market, or the customer once the order is
 * picked up. Works for the courier's own delivery and for one that waits for a courier. Null if there is no route by
 * car. Throws `not_allowed`, and `not_found` for another courier's delivery.
 */
export async function routeTo(
  ctx: CourierContext,
  input: { deliveryId: string; from: Coordinates },
): Promise<RouteToGoal | null> {
  await requireMayDeliver(ctx, ctx.db)
  if (!isId(input.deliveryId)) throw notFound("This delivery")
  const [delivery] = await ctx.db
    .select({
      status: orders.status,
      door: { lat: deliveries.lat, lng: deliveries.lng },
      market: { lat: markets.lat, lng: markets.lng },
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(
      and(
        eq(deliveries.id, input.deliveryId),
        isNull(deliveries.deliveredAt),
        or(
          eq(deliveries.courierId, ctx.actor.userId),
          and(isNull(deliveries.courierId), eq(orders.status, "waiting")),
        ),
      ),
    )
  if (!delivery) throw notFound("This delivery")
  const toward = delivery.status === "picked up" ? "customer" : "market"
  const goal = toward === "customer" ? delivery.door : delivery.market
  if (!isCoordinates(goal)) return null
  const route = await ctx.ports.directions.route(input.from, goal)
  return route && { ...route, toward }
}
