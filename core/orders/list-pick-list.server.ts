import { and, count, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm"
import { dayText, longDate, momentText, timeRangeText, timeText } from "#core/calendar/calendar-text.ts"
import { clockAt, instantOf, type LocalDate } from "#core/calendar/zoned-time.ts"
import { markets, OPEN, orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { dueDateText, dueTimeText, inSentence } from "./due-text.ts"
import { dueOn } from "./list-seller-orders.server.ts"
import {
  listOrders,
  nameOf,
  type Order,
  type OrderContents,
  ofSeller,
  withContents,
} from "./order-queries.server.ts"
import { isReady } from "./order-time.ts"
import { inBag, isDealtWith, type PackedLine, packedLineOf, toGive } from "./packing.ts"
import type { PickLine, PickOrder, PickSelection } from "./pick-list.ts"
import { insteadOf } from "./shown-replacement.ts"

/** More orders than a market has on a day; a list of more would be too long to pick from. */
const MOST_ORDERS = 300

export type PickList = {
  market: { name: string; phone: string }
  /** "Saturday, November 28, 10–11 am", "Chosen orders"; empty if there is no open order at all. */
  title: string
  /** "Sat, Nov 28, 9:06 am": when the list was read. */
  asOf: string
  /** Null for chosen orders, which may be due on several days. */
  day: LocalDate | null
  /** The chosen window as the address writes it; null for the whole day. */
  window: string | null
  /** The days on which orders are due that are not handed over, the earliest first. */
  days: { date: LocalDate; name: string; count: number }[]
  /** The windows of the day, the earliest first. */
  windows: { key: string; name: string; count: number }[]
  /** In the order in which they are due. */
  orders: PickOrder[]
  /** What was asked for and is not there, in sentences. */
  problems: string[]
}

/**
 * The market's open orders that nobody has taken away yet, of a day, of a window or chosen ones, with what is in
 * the bag, or is to be, of each line. Orders of other markets, and those that are completed, canceled or under way, are
 * left out; a chosen number among them is named in `problems`.
 */
export async function listPickList(ctx: SellerContext, selection: PickSelection): Promise<PickList> {
  const [market] = await ctx.db
    .select({ name: markets.name, phone: markets.phone, timeZone: markets.timeZone })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
  const { name = "", phone = "", timeZone = "UTC" } = market ?? {}
  const due = await countDueWindows(ctx, timeZone)
  const { day, window } = chosenTime(selection, due, timeZone)
  const { numbers } = selection
  const ofDay = due.filter(({ date }) => date === day)

  const found = await pickableOrders(
    ctx,
    numbers.length > 0
      ? inArray(orders.number, numbers)
      : and(day ? dueOn(day, timeZone) : undefined, inWindow(window)),
  )
  const rows = await withContents(ctx.db, found)
  return {
    market: { name, phone },
    title: numbers.length > 0 ? "Chosen orders" : titleOf({ day, window, ofDay, timeZone }),
    asOf: momentText(ctx.now(), timeZone),
    day,
    window: window && windowKey(window),
    days: daysOf(due, ctx.now(), timeZone),
    windows: windowsOf(ofDay, timeZone),
    orders: rows.map(pickOrder),
    problems: [...selection.problems, ...missing(numbers, rows), ...tooMany(rows, { ofDay, window })],
  }
}

/** Open orders that nobody has taken away yet. */
export const IS_PICKABLE = and(
  OPEN,
  or(isNull(orders.status), notInArray(orders.status, ["shipped", "picked up"])),
)

/** The first orders of a seller that are not handed over, in the order in which they are due. */
export const pickableOrders = (ctx: SellerContext, where: SQL | undefined) =>
  listOrders(ctx.db, and(ofSeller(ctx), IS_PICKABLE, where), { limit: MOST_ORDERS, offset: 0, by: "due" })

const inWindow = (window: PickSelection["window"]) => {
  if (window === null) return undefined
  return window === "asap" ? isNull(orders.windowStartsAt) : eq(orders.windowStartsAt, window)
}

type DueWindow = { date: LocalDate; startsAt: Date | null; endsAt: Date | null; count: number }

function countDueWindows(ctx: SellerContext, timeZone: string): Promise<DueWindow[]> {
  const date = sql<LocalDate>`(${orders.dueAt} at time zone ${timeZone})::date::text`.as("date")
  const { windowStartsAt, windowEndsAt } = orders
  return ctx.db
    .select({ date, startsAt: windowStartsAt, endsAt: windowEndsAt, count: count() })
    .from(orders)
    .where(and(ofSeller(ctx), IS_PICKABLE))
    .groupBy(sql`date`, windowStartsAt, windowEndsAt)
    .orderBy(sql`date`, sql`${windowStartsAt} nulls first`, windowEndsAt)
}

/** A window decides the day; without either it is the first day with orders. */
function chosenTime({ day, window, numbers }: PickSelection, due: DueWindow[], timeZone: string) {
  if (numbers.length > 0) return { day: null, window: null }
  if (window instanceof Date) return { day: clockAt(window, timeZone).date, window }
  return { day: day ?? due[0]?.date ?? null, window }
}

const windowKey = (window: Date | "asap") => (window === "asap" ? window : window.toISOString())

const daysOf = (due: DueWindow[], now: Date, timeZone: string): PickList["days"] =>
  [...new Set(due.map(({ date }) => date))].map((date) => ({
    date,
    name: dayText(instantOf(date, 0, timeZone), now, timeZone),
    count: countOf(due.filter((row) => row.date === date)),
  }))

const countOf = (some: readonly DueWindow[]) => some.reduce((all, row) => all + row.count, 0)

/** Pickup and delivery may have windows that start together and end apart; they are one. */
function windowsOf(ofDay: DueWindow[], timeZone: string): PickList["windows"] {
  const starts = [...new Set(ofDay.map(({ startsAt }) => startsAt?.getTime() ?? null))]
  return starts.map((start) => {
    const window = start === null ? "asap" : new Date(start)
    return {
      key: windowKey(window),
      name: windowName(window, ofDay, timeZone),
      count: countOf(startingAt(window, ofDay)),
    }
  })
}

const startingAt = (window: Date | "asap", ofDay: DueWindow[]) =>
  ofDay.filter(({ startsAt }) =>
    window === "asap" ? startsAt === null : startsAt?.getTime() === window.getTime(),
  )

/** "10–11 am"; "from 10 am" if some end later than others. */
function windowName(window: Date | "asap", ofDay: DueWindow[], timeZone: string): string {
  if (window === "asap") return "As soon as possible"
  const [end, ...others] = new Set(startingAt(window, ofDay).map(({ endsAt }) => endsAt?.getTime()))
  return end && others.length === 0
    ? timeRangeText(window, new Date(end), timeZone)
    : `from ${timeText(window, timeZone)}`
}

type Titled = {
  day: LocalDate | null
  window: PickSelection["window"]
  ofDay: DueWindow[]
  timeZone: string
}

function titleOf({ day, window, ofDay, timeZone }: Titled): string {
  if (!day) return ""
  return window ? `${longDate(day)}, ${inSentence(windowName(window, ofDay, timeZone))}` : longDate(day)
}

function missing(numbers: readonly number[], rows: readonly Order[]): string[] {
  const absent = numbers.filter((number) => !rows.some(({ order }) => order.number === number))
  if (absent.length === 0) return []
  return absent.length === 1
    ? [`Order ${absent[0]} isn't one of your open orders.`]
    : [`Orders ${absent.join(", ")} aren't among your open orders.`]
}

function tooMany(rows: readonly Order[], { ofDay, window }: Pick<Titled, "ofDay" | "window">): string[] {
  const all = countOf(window ? startingAt(window, ofDay) : ofDay)
  return rows.length < MOST_ORDERS || all <= rows.length
    ? []
    : [`These are the first ${rows.length} of ${all} orders.`]
}

/** Only what a pick list, a packing slip or a label shows: no money and no confirmation code. */
function pickOrder(row: Order & OrderContents): PickOrder {
  const { order, market, customer, delivery } = row
  const isOrderReady = order.packedAt !== null || isReady(order)
  return {
    id: order.id,
    number: order.number,
    fulfilment: order.fulfilment,
    firstName: customer.firstName,
    customerName: nameOf(customer),
    zip: delivery?.zip ?? null,
    due: dueDateText(order, market.timeZone),
    dueTime: dueTimeText(order, market.timeZone),
    bags: order.bags ?? 1,
    isReady: isOrderReady,
    note: order.note,
    replacement: order.replacement,
    lines: row.lines
      .map((line) => pickLine(line, { packed: packedLineOf(line, row), lines: row.lines, isOrderReady }))
      .filter(({ quantity }) => quantity > 0),
  }
}

type OfOrder = { packed: PackedLine; lines: OrderContents["lines"]; isOrderReady: boolean }

const pickLine = (
  line: OrderContents["lines"][number],
  { packed, lines, isOrderReady }: OfOrder,
): PickLine => ({
  id: line.id,
  productId: line.productId,
  productName: line.productName,
  size: line.size,
  unit: line.unit,
  unitAmount: line.unitAmount,
  byWeight: line.byWeight,
  category: line.category,
  section: line.section,
  quantity: inBag(packed),
  isPicked: isOrderReady || isDealtWith(packed),
  canReopen: !isOrderReady && !line.byWeight && packed.packedQuantity === toGive(packed),
  isWaiting: packed.isWaiting,
  insteadOf: insteadOf(line, lines),
  imageContainer: line.imageContainer,
  imageName: line.imageName,
})
