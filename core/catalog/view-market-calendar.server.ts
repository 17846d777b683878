import { and, eq } from "drizzle-orm"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { listBothWindows } from "../calendar/list-windows.server.ts"
import { type OpenState, openState } from "../calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import type { MarketWindow } from "../calendar/windows.ts"
import type { Context, PersonActor } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { listed } from "./market-queries.server.ts"

/** The people who may read a market's calendar by its id. */
export type CalendarReader = Context<PersonActor<"customer" | "seller" | "admin">>

export type MarketCalendarView = MarketCalendar & { id: string; name: string; now: Date; state: OpenState }

/**
 * A market's opening hours and rules for orders: for customers any market that sells now, for a seller their own, for
 * admins all. Throws `not_found`.
 */
export async function viewMarketCalendar(ctx: CalendarReader, marketId: string): Promise<MarketCalendarView> {
  if (!isId(marketId)) throw notFound("This market")
  const [found] = await ctx.db
    .select({ id: markets.id, name: markets.name, ...calendarColumns })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(and(eq(markets.id, marketId), mayRead(ctx)))
  if (!found) throw notFound("This market")
  const { id, name } = found
  const now = ctx.now()
  const calendar = toCalendar(found)
  return { id, name, now, ...calendar, state: openState(calendar.calendar, now, calendar.timeZone) }
}

/** The windows that a market offers, full ones marked, for anyone who may read its calendar. Throws `not_found`. */
export async function viewMarketWindows(
  ctx: CalendarReader,
  marketId: string,
): Promise<Record<"pickup" | "delivery", MarketWindow[]>> {
  const { id, now, ...calendar } = await viewMarketCalendar(ctx, marketId)
  return listBothWindows(ctx.db, { id, calendar }, now)
}

function mayRead({ actor }: CalendarReader) {
  switch (actor.role) {
    case "customer":
      return listed
    case "seller":
      return eq(markets.id, actor.marketId)
    case "admin":
      return undefined
  }
}
