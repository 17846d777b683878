import { eq, sql } from "drizzle-orm"
import { ZERO } from "#core/money.ts"
import type { Executor } from "#db/client.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { DEFAULT_PREP_MINUTES, type HoursTexts, weekOf } from "./calendar.ts"
import type { SpecialDay } from "./special-days.ts"
import { type MarketCalendar, MOST_RADIUS_MILES, type TakingOrders } from "./taking-orders.ts"

/** The join condition of `marketCalendars` and `markets`. */
export const itsCalendar = eq(marketCalendars.marketId, markets.id)

/**
 * The columns of a market's calendar, for queries of `markets` that `leftJoin` `marketCalendars`. Pass the row to
 * `toCalendar`.
 */
export const calendarColumns = {
  timeZone: markets.timeZone,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
  row: marketCalendars,
  dates: sql<SpecialDay[] | null>`(
    select json_agg(json_build_object('date', d.date, 'spans', d.spans, 'note', d.note) order by d.date)
    from market_dates d where d.market_id = markets.id)`,
}

type Columns = HoursTexts & {
  timeZone: string
  row: typeof marketCalendars.$inferSelect | null
  dates: SpecialDay[] | null
}

/** Builds the calendar from a row of `calendarColumns`. */
export function toCalendar(columns: Columns): MarketCalendar {
  const { row, dates, timeZone } = columns
  return {
    timeZone,
    calendar: {
      week: row?.week ?? weekOf(columns),
      dates: Object.fromEntries((dates ?? []).map(({ date, spans }) => [date, spans])),
      pause: row?.pausedAt ? { until: row.pausedUntil, reason: row.pauseReason } : null,
      prepMinutes: row?.prepMinutes ?? DEFAULT_PREP_MINUTES,
    },
    taking: row ?? NOTHING_ASKED,
  }
}

const NOTHING_ASKED: TakingOrders = {
  pickupPlaces: null,
  deliveryPlaces: null,
  offersDelivery: true,
  deliveryRadiusMiles: MOST_RADIUS_MILES,
  pickupMinimumCents: ZERO,
  deliveryMinimumCents: ZERO,
  hasOwnDeliverer: null,
}

/** The calendar of one market; undefined if the market does not exist. */
export async function readCalendar(db: Executor, marketId: string): Promise<MarketCalendar | undefined> {
  const [columns] = await db
    .select(calendarColumns)
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(markets.id, marketId))
  return columns && toCalendar(columns)
}
