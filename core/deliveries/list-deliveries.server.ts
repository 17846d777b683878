import { and, asc, between, desc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { mayDeliver } from "#core/approvals/courier-card.ts"
import { orderWindowText } from "#core/calendar/calendar-text.ts"
import type { CourierContext, PersonContext } from "#core/context.ts"
import { paged } from "#core/lists.ts"
import { mayCallNow, shownWhere } from "#core/orders/call-queries.server.ts"
import { callEnd } from "#core/orders/phone-numbers.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { boundingBox, distanceMiles } from "#core/places/distance.ts"
import { couriers, deliveries, markets, orders, zips } from "#db/schema/index.ts"
import type { DeliveryWindow, WaitingDelivery } from "./delivery.ts"
import { requireMayDeliver } from "./delivery-queries.server.ts"

/** Whether the person is notified of waiting deliveries: true for every courier who may take one now. */
export async function mayWatchWaitingDeliveries(ctx: PersonContext): Promise<boolean> {
  if (ctx.actor.role !== "deliverer") return false
  const [facts] = await ctx.db
    .select({ approval: couriers.approval, onboarded: couriers.onboarded })
    .from(couriers)
    .where(eq(couriers.userId, ctx.actor.userId))
  return facts !== undefined && mayDeliver(facts)
}

const LIMIT = 100

/**
 * Waiting deliveries around the courier (their position, otherwise their address, otherwise their zip's center),
 * nearest market first. Throws `not_allowed` for a person who may not deliver.
 */
export async function listWaitingDeliveries(
  ctx: CourierContext,
  position?: Coordinates,
): Promise<WaitingDelivery[]> {
  const courier = await requireMayDeliver(ctx, ctx.db)
  const from = position ?? (await home(ctx, courier))
  if (!from) return []
  const radius = ctx.rates.unclaimedRadiusMiles
  const box = boundingBox(from, radius)
  const rows = await ctx.db
    .select(columns)
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(
      and(
        eq(orders.status, "waiting"),
        eq(deliveries.hasDeliverer, false),
        isNull(deliveries.courierId),
        between(markets.lat, box.minLat, box.maxLat),
        between(markets.lng, box.minLng, box.maxLng),
      ),
    )
    .orderBy(asc(deliveries.offeredAt))
    .limit(LIMIT)
  return rows
    .map((row) => ({
      ...toDelivery(row),
      awayMiles: distanceMiles(from, { lat: row.marketLat, lng: row.marketLng }),
    }))
    .filter((row) => row.awayMiles <= radius)
    .sort((a, b) => a.awayMiles - b.awayMiles)
}

const columns = {
  id: deliveries.id,
  orderNumber: orders.number,
  marketName: markets.name,
  marketAddress: markets.address,
  marketCity: markets.city,
  marketState: markets.state,
  marketZip: markets.zip,
  marketPhone: markets.phone,
  marketLat: sql<number>`${markets.lat}`,
  marketLng: sql<number>`${markets.lng}`,
  marketPositionSource: markets.positionSource,
  deliveryMiles: deliveries.distanceMiles,
  feeCents: deliveries.feeCents,
  tipCents: orders.tipCents,
  windowStartsAt: orders.windowStartsAt,
  windowEndsAt: orders.windowEndsAt,
  timeZone: markets.timeZone,
}

type Timed = { windowStartsAt: Date | null; windowEndsAt: Date | null; timeZone: string }

function toDelivery<T extends Timed>({
  windowStartsAt,
  windowEndsAt,
  timeZone,
  ...delivery
}: T): Omit<T, keyof Timed> & { window?: DeliveryWindow } {
  const text = orderWindowText({ windowStartsAt, windowEndsAt }, timeZone)
  if (!text || !windowStartsAt || !windowEndsAt) return delivery
  const window = { startsAt: windowStartsAt.toISOString(), endsAt: windowEndsAt.toISOString(), text }
  return { ...delivery, window }
}

async function home(
  ctx: CourierContext,
  courier: { lat: number | null; lng: number | null; zip: string },
): Promise<Coordinates | undefined> {
  if (courier.lat !== null && courier.lng !== null) return { lat: courier.lat, lng: courier.lng }
  const [center] = await ctx.db
    .select({ lat: zips.lat, lng: zips.lng })
    .from(zips)
    .where(eq(zips.zip, courier.zip))
  return center
}

/**
 * The one delivery that the courier has taken and not delivered, with the customer's address. Null for a courier who
 * has lost their approval or payout account since then; an admin releases that delivery.
 */
export async function activeDelivery(ctx: CourierContext) {
  const [active] = await ctx.db
    .select({
      ...columns,
      status: orders.status,
      firstName: deliveries.firstName,
      lastName: deliveries.lastName,
      address: deliveries.address,
      addressOne: deliveries.addressOne,
      city: deliveries.city,
      state: deliveries.state,
      zip: deliveries.zip,
      phone: shownWhere(mayCallNow("deliverer", "customer", ctx.now()), deliveries.phone),
      instructions: deliveries.instructions,
      lat: deliveries.lat,
      lng: deliveries.lng,
      positionSource: deliveries.positionSource,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(
      and(
        eq(deliveries.courierId, ctx.actor.userId),
        isNull(deliveries.deliveredAt),
        eq(couriers.approval, "approved"),
        eq(couriers.onboarded, true),
      ),
    )
  return active ? toDelivery(active) : null
}

export type ActiveDelivery = NonNullable<Awaited<ReturnType<typeof activeDelivery>>>

const DELIVERED_PER_PAGE = 50
const deliveredBy = (ctx: CourierContext) =>
  and(eq(deliveries.courierId, ctx.actor.userId), isNotNull(deliveries.deliveredAt))

/** One page of the courier's completed deliveries, newest first. */
export async function pageOfDelivered(ctx: CourierContext, page: number) {
  const total = await ctx.db.$count(deliveries, deliveredBy(ctx))
  return paged({ page, perPage: DELIVERED_PER_PAGE, total }, (window) => listDelivered(ctx, window))
}

/** The courier's completed deliveries, newest first, with the customer's phone number for an hour after delivery. */
export async function listDelivered(ctx: CourierContext, page: { limit: number; offset: number }) {
  const rows = await ctx.db
    .select({
      id: deliveries.id,
      orderNumber: orders.number,
      feeCents: deliveries.feeCents,
      tipCents: orders.tipCents,
      deliveredAt: deliveries.deliveredAt,
      timeZone: markets.timeZone,
      firstName: deliveries.firstName,
      phone: shownWhere(mayCallNow("deliverer", "customer", ctx.now()), deliveries.phone),
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(deliveredBy(ctx))
    .orderBy(desc(deliveries.deliveredAt), desc(deliveries.id))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map((row) => ({ ...row, callEnd: row.phone ? callEnd(row.deliveredAt, ctx.now()) : null }))
}
