import { and, inArray } from "drizzle-orm"
import { dayText, longDate, openStateText } from "#core/calendar/calendar-text.ts"
import { type OpenState, openState } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { clockAt, instantOf, type LocalDate } from "#core/calendar/zoned-time.ts"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { type Paged, paged } from "#core/lists.ts"
import type { Cents } from "#core/money.ts"
import { orders } from "#db/schema/index.ts"
import { type EarningOrder, matching, sellerOrderRow, withEarnings } from "./list-seller-orders.server.ts"
import { listOrders, ofSeller } from "./order-queries.server.ts"
import { packedLinesOf, packingProgress } from "./packing.ts"
import {
  countStages,
  type DayOrder,
  ordersOfDay,
  receivedToday,
  type StageCounts,
} from "./seller-day.server.ts"
import { NO_FILTER } from "./seller-order-filter.ts"
import { type Stage, stageOf } from "./seller-stages.ts"

const PER_PAGE = 50

export type TodayView = {
  stage: Stage
  /** Orders to pack that are due on this later day; null for those of today and earlier. */
  day: LocalDate | null
  /** Finds orders of every stage; "" for none. */
  search: string
  page: number
}

export type SellerToday = {
  /** "Saturday, September 26", in the market's time zone. */
  date: string
  market: { state: OpenState["state"]; text: string }
  /** The market's usual choice for deliveries; null if it set none. */
  usualOwnDeliverer: boolean | null
  /** Of the orders that match, if there is a search. */
  counts: StageCounts
  /** Later days for which there are orders to pack, the earliest first. */
  later: { date: LocalDate; name: string; count: number }[]
  /** What the seller receives for the orders that are done today. */
  receivedCents: Cents
  /** The server's time, from which the page counts on. */
  now: Date
  list: Paged<TodayOrder>
}

/**
 * The seller's working page: the day's orders by stage, and one page of those that are shown. New orders come first on
 * the list of those to pack. Throws `not_found` without a market.
 */
export async function listSellerToday(ctx: SellerContext, view: TodayView): Promise<SellerToday> {
  const own = await readCalendar(ctx.db, ctx.actor.marketId)
  if (!own) throw notFound("Your market")
  const { timeZone, calendar, taking } = own
  const now = ctx.now()
  const { search } = view
  const where = search ? matching(ctx, { ...NO_FILTER, search }, timeZone) : undefined
  const day = await ordersOfDay(ctx, timeZone, where)
  const shown = shownOrders(day, view, timeZone)
  const state = openState(calendar, now, timeZone)
  return {
    date: longDate(clockAt(now, timeZone).date),
    market: { state: state.state, text: openStateText(state, now, timeZone) },
    usualOwnDeliverer: taking.hasOwnDeliverer,
    counts: countStages(day, { everyDay: search !== "" }),
    later: laterDays(day, timeZone).map(({ date, count }) => ({
      date,
      name: dayText(instantOf(date, 0, timeZone), now, timeZone),
      count,
    })),
    receivedCents: await receivedToday(ctx, day),
    now,
    list: await paged({ page: view.page, perPage: PER_PAGE, total: shown.length }, ({ limit, offset }) =>
      rowsOf(
        ctx,
        shown.slice(offset, offset + limit).map(({ id }) => id),
      ),
    ),
  }
}

const dateOf = ({ dueAt }: DayOrder, timeZone: string): LocalDate => clockAt(dueAt, timeZone).date

/** The orders of a view, in the order in which it shows them. */
function shownOrders(day: DayOrder[], { stage, day: date, search }: TodayView, timeZone: string): DayOrder[] {
  if (search) return day
  const of = (one: Stage) => day.filter((order) => order.stage === one)
  if (stage === "pack" && date)
    return of("pack").filter((order) => !order.isToday && dateOf(order, timeZone) === date)
  if (stage === "pack") return [...of("new"), ...of("pack").filter(({ isToday }) => isToday)]
  if (stage === "done") return of("done").sort((a, b) => timeOf(b) - timeOf(a))
  return of(stage)
}

const timeOf = ({ fulfilledAt }: DayOrder) => fulfilledAt?.getTime() ?? 0

function laterDays(day: readonly DayOrder[], timeZone: string): { date: LocalDate; count: number }[] {
  const dates = day
    .filter(({ stage, isToday }) => stage === "pack" && !isToday)
    .map((order) => dateOf(order, timeZone))
  return [...new Set(dates)].map((date) => ({ date, count: dates.filter((one) => one === date).length }))
}

async function rowsOf(ctx: SellerContext, ids: readonly string[]): Promise<TodayOrder[]> {
  if (ids.length === 0) return []
  const listed = await listOrders(ctx.db, and(ofSeller(ctx), inArray(orders.id, [...ids])), {
    limit: ids.length,
    offset: 0,
  })
  const rows = await withEarnings(ctx, listed)
  return rows
    .sort((a, b) => ids.indexOf(a.order.id) - ids.indexOf(b.order.id))
    .map((row) => todayOrder(row, ctx.now()))
}

export type TodayOrder = ReturnType<typeof todayOrder>

/** Only the fields that a card shows: everything that a loader returns is readable in the page's source. */
function todayOrder(row: EarningOrder, now: Date) {
  const { order, customer, delivery } = row
  const listed = sellerOrderRow(row, now)
  const stage = stageOf(order)
  return {
    id: listed.id,
    number: listed.number,
    stage,
    status: listed.status,
    fulfilment: listed.fulfilment,
    hasDeliverer: listed.hasDeliverer,
    firstName: delivery?.firstName ?? customer.firstName,
    zip: listed.zip,
    dueAt: order.dueAt,
    due: listed.due,
    isTimed: listed.isTimed,
    createdAt: listed.createdAt,
    timeZone: listed.timeZone,
    fulfilledAt: stage === "done" ? order.fulfilledAt : null,
    handedOverWith: order.handedOverWith,
    receivedCents: listed.receivedCents,
    note: listed.note,
    replacement: listed.replacement,
    packing: listed.packing,
    /** How many of the lines were counted into the bag. */
    dealt: packingProgress(packedLinesOf(row)).dealt,
    items: listed.items,
  }
}
