import { and, eq, gte, isNull } from "drizzle-orm"
import type { Calendar } from "#core/calendar/calendar.ts"
import { openSpans } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import type { MarketCalendar } from "#core/calendar/taking-orders.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { marketCalendars, orders } from "#db/schema/index.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

type CalendarFacts = Partial<Omit<typeof marketCalendars.$inferInsert, "marketId" | "updatedAt">>

/** Writes only these facts of a market's calendar. The caller has locked the market. */
export async function writeCalendar(
  ctx: SellerContext,
  tx: Transaction,
  marketId: string,
  facts: CalendarFacts,
): Promise<void> {
  const set = { ...facts, updatedAt: ctx.now() }
  await tx
    .insert(marketCalendars)
    .values({ marketId, ...set })
    .onConflictDoUpdate({ target: marketCalendars.marketId, set })
}

/** Returns a market's calendar. Throws `not_found`. */
export async function calendarOf(db: Executor, marketId: string): Promise<MarketCalendar> {
  const calendar = await readCalendar(db, marketId)
  if (!calendar) throw notFound("This market")
  return calendar
}

export type OrderWindow = { startsAt: Date; endsAt: Date }

/** The future windows of a market's open orders, one for each order. */
export async function windowsOfOrders(db: Executor, marketId: string, now: Date): Promise<OrderWindow[]> {
  const rows = await db
    .select({ startsAt: orders.windowStartsAt, endsAt: orders.windowEndsAt })
    .from(orders)
    .where(
      and(
        eq(orders.marketId, marketId),
        eq(orders.complete, false),
        isNull(orders.cancelledAt),
        gte(orders.windowStartsAt, now),
      ),
    )
  return rows.flatMap(({ startsAt, endsAt }) => (startsAt && endsAt ? [{ startsAt, endsAt }] : []))
}

/** The windows that lie inside opening hours. */
export function insideHours(
  windows: readonly OrderWindow[],
  calendar: Calendar,
  { now, timeZone }: { now: Date; timeZone: string },
): OrderWindow[] {
  const open = [...openSpans(calendar, now, timeZone)]
  return windows.filter(({ startsAt, endsAt }) =>
    open.some(({ from, to }) => from <= startsAt && endsAt <= to),
  )
}

/**
 * Changes the hours of the seller's own market. Returns how many open orders have a window that was inside the old
 * hours and is outside the new ones; those orders keep their window.
 */
export async function changeHours(
  ctx: SellerContext,
  tx: Transaction,
  change: (marketId: string, before: MarketCalendar) => Promise<void>,
): Promise<number> {
  const { id } = await lockOwnMarket(ctx, tx)
  const before = await calendarOf(tx, id)
  await change(id, before)
  const after = await calendarOf(tx, id)
  const at = { now: ctx.now(), timeZone: before.timeZone }
  const inside = insideHours(await windowsOfOrders(tx, id, at.now), before.calendar, at)
  return inside.length - insideHours(inside, after.calendar, at).length
}
