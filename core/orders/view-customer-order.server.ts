import { and, eq, inArray, isNull } from "drizzle-orm"
import { openStateText } from "#core/calendar/calendar-text.ts"
import { openState } from "#core/calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import { couriers, deliveries, marketCalendars, markets, orders, products } from "#db/schema/index.ts"
import { listed } from "../catalog/market-queries.server.ts"
import type { CustomerContext } from "../context.ts"
import { stepsOf } from "../history/record-moves.server.ts"
import { type ToldRefund, toldRefund } from "../payments/refund.ts"
import { mayCallNow } from "./call-queries.server.ts"
import { type CustomerState, customerState } from "./customer-words.ts"
import { type OrderDetails, photoLink, readOrder } from "./order-queries.server.ts"
import { callEnd, mayCall, type ToCall } from "./phone-numbers.ts"

export type CustomerOrder = Omit<OrderDetails, "refunds"> & {
  photoUrl: string | null
  refunds: ToldRefund[]
  courierToCall: ToCall | null
  /** Whether the order shows the market's number, as it does while it is open. The market's page always shows it. */
  mayCallMarket: boolean
  /** The number on which the market may call about an open pickup; null if it has none. */
  marketMayCall: string | null
}

/** Returns the customer's own order, with an expiring photo link. Throws `not_found` for another customer's order. */
export async function viewCustomerOrder(ctx: CustomerContext, orderId: string): Promise<CustomerOrder> {
  const mine = eq(orders.customerId, ctx.actor.userId)
  const { details } = await readOrder(ctx.db, { orderId, mine, reader: "customer" })
  const facts = { ...details.order, deliveredAt: details.delivery?.deliveredAt ?? null }
  const mayCallMarket = mayCall("customer", "seller", facts, ctx.now())
  return {
    ...details,
    refunds: details.refunds.map(toldRefund),
    photoUrl: await photoLink(ctx, details.photo),
    courierToCall: details.delivery && (await courierToCall(ctx, orderId)),
    mayCallMarket,
    marketMayCall: mayCallMarket ? details.order.phone : null,
  }
}

/** The courier of the customer's own order, if the customer may call them now. */
async function courierToCall(ctx: CustomerContext, orderId: string): Promise<ToCall | null> {
  const [courier] = await ctx.db
    .select({ firstName: couriers.firstName, phone: couriers.phone, deliveredAt: deliveries.deliveredAt })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.customerId, ctx.actor.userId),
        mayCallNow("customer", "deliverer", ctx.now()),
      ),
    )
  if (!courier?.phone) return null
  const { deliveredAt, ...toCall } = courier
  return { ...toCall, end: callEnd(deliveredAt, ctx.now()) }
}

/** Returns the texts at the top of the customer's pages for an order that `viewCustomerOrder` returned. */
export async function stateOfOrder(ctx: CustomerContext, view: CustomerOrder): Promise<CustomerState> {
  const { order, market, delivery, photo, courierToCall } = view
  const history = (await stepsOf(ctx.db, "order", [order.id]))(order.id)
  const facts = delivery && {
    carrier: delivery.carrier,
    hasPhoto: photo !== null,
    courierName: courierToCall?.firstName ?? null,
  }
  return customerState({ order, delivery: facts, history, timeZone: market.timeZone }, ctx.now())
}

/** The market's hours as its page shows them, and "Open until 7 pm", for the customer who collects an order there. */
export async function pickupHours(ctx: CustomerContext, marketId: string) {
  const [market] = await ctx.db
    .select(calendarColumns)
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(markets.id, marketId))
  if (!market) return null
  const { weekdayHours, saturdayHours, sundayHours } = market
  const { calendar, timeZone } = toCalendar(market)
  const now = ctx.now()
  const open = openStateText(openState(calendar, now, timeZone), now, timeZone)
  return { weekdayHours, saturdayHours, sundayHours, open }
}

/** The ids of an order's products whose pages a customer can open now. */
export async function productsWithPage(
  ctx: CustomerContext,
  { lines }: Pick<CustomerOrder, "lines">,
): Promise<Set<string>> {
  const ids = lines.map(({ productId }) => productId)
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .innerJoin(markets, eq(markets.id, products.marketId))
    .where(and(inArray(products.id, ids), isNull(products.retiredAt), listed))
  return new Set(rows.map(({ id }) => id))
}
