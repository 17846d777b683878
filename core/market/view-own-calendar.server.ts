import { and, asc, eq, gte } from "drizzle-orm"
import type { Calendar, Pause } from "#core/calendar/calendar.ts"
import { windowText } from "#core/calendar/calendar-text.ts"
import { type MarketWhen, marketWhen } from "#core/calendar/market-when.ts"
import { pauseAt } from "#core/calendar/open-state.ts"
import { type SpecialDay, specialDaysText } from "#core/calendar/special-days.ts"
import { type MarketCalendar, placesIn } from "#core/calendar/taking-orders.ts"
import { offeredWindows, type WindowKind } from "#core/calendar/windows.ts"
import { clockAt, type LocalDate } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Executor } from "#db/client.ts"
import { marketDates, markets, marketWindows } from "#db/schema/index.ts"
import { calendarOf, insideHours, type OrderWindow, windowsOfOrders } from "./calendar-queries.server.ts"
import { previewTimes } from "./preview-times.ts"

/** How many windows of each kind the page shows. */
const SHOWN_WINDOWS = 4

/** A future special day, with the number of open orders that have a window outside its hours. */
export type OwnSpecialDay = SpecialDay & { orderCount: number }

/** A future window with its taken slots and the limit; null for no limit. */
export type OwnWindow = { text: string; taken: number; limit: number | null }

/**
 * The calendar of the seller's own market for `/my-market`, with a preview of what customers see now and at other
 * times. Throws `not_found`.
 */
export async function viewOwnCalendar(ctx: SellerContext) {
  const [market] = await ctx.db
    .select({ id: markets.id, name: markets.name })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
  if (!market) throw notFound("Your market")
  const now = ctx.now()
  const own = await calendarOf(ctx.db, market.id)
  const { calendar, taking, timeZone } = own
  const today = clockAt(now, timeZone).date
  const wanted = await windowsOfOrders(ctx.db, market.id, now)
  const taken = await takenPlaces(ctx.db, market.id, now)
  const toCome = await specialDays(ctx.db, market.id, today)
  const pause = pauseAt(calendar, now, timeZone)
  return {
    today,
    week: calendar.week,
    specialDays: toCome.map((day) => ({
      ...day,
      orderCount: ordersOutside(day.date, wanted, own, now),
    })),
    pause,
    pausedOrderCount: pause ? duringPause(wanted, pause, timeZone) : 0,
    prepMinutes: calendar.prepMinutes,
    taking: {
      pickupPlaces: taking.pickupPlaces,
      deliveryPlaces: taking.deliveryPlaces,
      offersDelivery: taking.offersDelivery,
      deliveryRadiusMiles: taking.deliveryRadiusMiles,
      pickupMinimumCents: taking.pickupMinimumCents,
      deliveryMinimumCents: taking.deliveryMinimumCents,
      hasOwnDeliverer: taking.hasOwnDeliverer,
    },
    specialDaysText: specialDaysText(toCome, now, timeZone),
    when: whenAt(market.name, own, taken, now),
    otherTimes: previewTimes(now, timeZone).map(({ label, at }) => ({
      label,
      ...inShort(whenAt(market.name, own, taken, at, now)),
    })),
    windows: {
      pickup: nextWindows("pickup", own, taken, now),
      delivery: nextWindows("delivery", own, taken, now),
    },
  }
}

export type OwnCalendar = Awaited<ReturnType<typeof viewOwnCalendar>>

type Taken = (kind: WindowKind, startsAt: Date) => number

async function takenPlaces(db: Executor, marketId: string, now: Date): Promise<Taken> {
  const rows = await db
    .select()
    .from(marketWindows)
    .where(and(eq(marketWindows.marketId, marketId), gte(marketWindows.startsAt, now)))
  const counts = new Map(
    rows.map(({ fulfilment, startsAt, taken }) => [`${fulfilment} ${startsAt.getTime()}`, taken]),
  )
  return (kind, startsAt) => counts.get(`${kind} ${startsAt.getTime()}`) ?? 0
}

function specialDays(db: Executor, marketId: string, today: LocalDate): Promise<SpecialDay[]> {
  return db
    .select({ date: marketDates.date, spans: marketDates.spans, note: marketDates.note })
    .from(marketDates)
    .where(and(eq(marketDates.marketId, marketId), gte(marketDates.date, today)))
    .orderBy(asc(marketDates.date))
}

/** Counts the orders whose window fits the weekday's usual hours but not the special day's hours. */
function ordersOutside(
  date: LocalDate,
  wanted: readonly OrderWindow[],
  own: MarketCalendar,
  now: Date,
): number {
  const at = { now, timeZone: own.timeZone }
  const { [date]: _day, ...others } = own.calendar.dates
  const usual: Calendar = { ...own.calendar, dates: others }
  const possible = insideHours(wanted, usual, at)
  return possible.length - insideHours(possible, own.calendar, at).length
}

const duringPause = (wanted: readonly OrderWindow[], { until }: Pause, timeZone: string): number =>
  wanted.filter(({ startsAt }) => until === null || clockAt(startsAt, timeZone).date < until).length

const windowsAt = (kind: WindowKind, own: MarketCalendar, taken: Taken, at: Date) =>
  offeredWindows(own, kind, at, (startsAt) => taken(kind, startsAt))

function whenAt(name: string, own: MarketCalendar, taken: Taken, at: Date, readAt = at): MarketWhen {
  const offered = {
    pickup: windowsAt("pickup", own, taken, at),
    delivery: windowsAt("delivery", own, taken, at),
  }
  return marketWhen({ name, calendar: own }, offered, at, readAt)
}

/** A short preview: the opening state, and the time that orders would be for. */
function inShort({ state, openText, closedText, orderFor, nextPickup }: MarketWhen) {
  const times = nextPickup ? `Pickup ${nextPickup}` : "No times left this week"
  return { state, openText, orderText: state === "paused" ? "No orders" : (closedText ?? orderFor ?? times) }
}

function nextWindows(kind: WindowKind, own: MarketCalendar, taken: Taken, now: Date): OwnWindow[] {
  return windowsAt(kind, own, taken, now)
    .slice(0, SHOWN_WINDOWS)
    .map((window) => ({
      text: windowText(window, now, own.timeZone),
      taken: taken(kind, window.startsAt),
      limit: placesIn(own.taking, kind),
    }))
}
