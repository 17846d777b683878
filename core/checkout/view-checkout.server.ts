import { asc, eq, sql } from "drizzle-orm"
import { orderWindowText, readyOnceOpenText } from "#core/calendar/calendar-words.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Cents } from "#core/money.ts"
import type { OrderNote } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { checkoutLines, checkoutMarkets, marketCalendars, markets } from "#db/schema/index.ts"
import type { Billing, ShipTo } from "./inputs.ts"
import { findLiveCheckout } from "./live-checkout.server.ts"

export type CheckoutView = {
  id: string
  status: "open" | "paying"
  fulfilment: Fulfilment
  shipTo: ShipTo | null
  billing: Billing | null
  itemsCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  totalCents: Cents
  /** Until then the things are kept. */
  holdExpiresAt: Date
  markets: (OrderNote & {
    marketId: string
    name: string
    itemsCents: Cents
    taxCents: Cents
    deliveryCents: Cents
    distanceMiles: number | null
    /** When the customer wants it, in words; null: as soon as possible. */
    windowText: string | null
    /** Without a window, of a market that is closed: "Ready for pickup from Mon, Nov 30, 10 am". */
    readyText: string | null
    lines: { name: string; size: string; quantity: number; unitPriceCents: Cents }[]
  })[]
}

/** The customer's live checkout as /pay shows it; null when nothing is held (any more). Holds nothing itself. */
export async function viewCheckout(ctx: CustomerContext): Promise<CheckoutView | null> {
  const live = await findLiveCheckout(ctx.db, ctx.actor.userId)
  if (!live || (live.status !== "open" && live.status !== "paying")) return null
  const parts = await partsOf(ctx.db).execute({ checkoutId: live.id })
  const lines = await linesOf(ctx.db).execute({ checkoutId: live.id })
  const { id, status, fulfilment, shipTo, billing, holdExpiresAt } = live
  const { itemsCents, taxCents, deliveryCents, totalCents } = live
  return {
    id,
    status,
    fulfilment,
    shipTo,
    billing,
    holdExpiresAt,
    itemsCents,
    taxCents,
    deliveryCents,
    totalCents,
    markets: parts.map(({ part, name, ...calendar }) => ({
      marketId: part.marketId,
      name,
      itemsCents: part.itemsCents,
      taxCents: part.taxCents,
      deliveryCents: part.deliveryCents,
      distanceMiles: part.distanceMiles,
      windowText: orderWindowText(part, calendar.timeZone),
      readyText: part.windowStartsAt ? null : readyOnceOpenText(fulfilment, toCalendar(calendar), ctx.now()),
      note: part.note,
      replacement: part.replacement,
      lines: lines
        .filter((line) => line.marketId === part.marketId)
        .map(({ productName, size, quantity, unitPriceCents }) => ({
          name: productName,
          size,
          quantity,
          unitPriceCents,
        })),
    })),
  }
}

/** The windows in which a checkout holds a place, in the order of its markets. */
export async function checkoutWindows(
  executor: Executor,
  checkoutId: string,
): Promise<{ marketId: string; startsAt: Date; endsAt: Date }[]> {
  const parts = await partsOf(executor).execute({ checkoutId })
  return parts.flatMap(({ part: { marketId, windowStartsAt, windowEndsAt } }) =>
    windowStartsAt && windowEndsAt ? [{ marketId, startsAt: windowStartsAt, endsAt: windowEndsAt }] : [],
  )
}

const checkoutId = sql.placeholder("checkoutId")
const partsOf = prepared((db) =>
  db
    .select({ part: checkoutMarkets, name: markets.name, ...calendarColumns })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(checkoutMarkets.checkoutId, checkoutId))
    .orderBy(asc(checkoutMarkets.id))
    .prepare("checkout_viewed_markets"),
)
const linesOf = prepared((db) =>
  db
    .select()
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkoutId))
    .orderBy(asc(checkoutLines.id))
    .prepare("checkout_viewed_lines"),
)
