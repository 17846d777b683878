import {
  type AnyColumn,
  and,
  count,
  eq,
  gte,
  inArray,
  isNull,
  like,
  lt,
  or,
  type SQL,
  sql,
  sum,
} from "drizzle-orm"
import { dayText } from "#core/calendar/calendar-text.ts"
import { itsCalendar } from "#core/calendar/read-calendar.server.ts"
import { addDays, instantOf, type LocalDate } from "#core/calendar/zoned-time.ts"
import { itemName } from "#core/catalog/product.ts"
import { contains } from "#core/contains.server.ts"
import { type Cents, cents, ZERO } from "#core/money.ts"
import {
  customers,
  deliveries,
  ledgerEntries,
  marketCalendars,
  markets,
  OPEN,
  orderLines,
  orders,
} from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { type Paged, paged } from "../lists.ts"
import { mayCallNow } from "./call-queries.server.ts"
import { dueText, isLate, timeLeftText } from "./due-text.ts"
import { leftToGive, refundedOf } from "./left-to-give.ts"
import {
  findsOne,
  listOrders,
  nameOf,
  type Order,
  type OrderContents,
  ofSeller,
  withContents,
} from "./order-queries.server.ts"
import { isReady, NOT_READY } from "./order-time.ts"
import { packingStepOf } from "./packing.ts"
import { mayCall, type ToCall } from "./phone-numbers.ts"
import {
  codeIn,
  isFiltered,
  NO_FILTER,
  orderNumberIn,
  phoneIn,
  type SellerOrderFilter,
} from "./seller-order-filter.ts"
import type { Fulfilment } from "./statuses.ts"

const PER_PAGE = 50

const LISTS = {
  uncompleted: OPEN,
  completed: eq(orders.complete, true),
  cancelled: eq(orders.status, "cancelled"),
  all: undefined,
}

/** The seller's own orders: uncompleted, completed, canceled, or all, newest first. */
export const listSellerOrders = (
  ctx: SellerContext,
  which: keyof typeof LISTS,
  page: { limit: number; offset: number },
): Promise<Order[]> => listOrders(ctx.db, and(ofSeller(ctx), LISTS[which]), page)

export type SellerOrderLists = {
  uncompleted: Paged<SellerOrderRow>
  completed: Paged<SellerOrderRow>
  cancelled: Paged<SellerOrderRow>
  /** Counts of all uncompleted orders, whatever the filter. */
  due: DueCounts
  /** The market's usual choice for deliveries; null if it set none. */
  usualOwnDeliverer: boolean | null
}

type Pages = Record<"uncompleted" | "completed" | "cancelled", number>
const FIRST_PAGES: Pages = { uncompleted: 1, completed: 1, cancelled: 1 }

/**
 * One page of each of the seller's lists: uncompleted orders in the order in which they are due, completed and canceled
 * ones newest first.
 */
export async function listsOfSellerOrders(
  ctx: SellerContext,
  { filter = NO_FILTER, pages = FIRST_PAGES }: { filter?: SellerOrderFilter; pages?: Pages } = {},
): Promise<SellerOrderLists> {
  const { timeZone, usualOwnDeliverer } = await marketOf(ctx)
  const where = isFiltered(filter) ? matching(ctx, filter, timeZone) : undefined
  const list = (which: keyof Pages) => pageOf(ctx, which, pages[which], where)
  const [uncompleted, completed, cancelled, due] = await Promise.all([
    list("uncompleted"),
    list("completed"),
    list("cancelled"),
    countDue(ctx, timeZone),
  ])
  return { uncompleted, completed, cancelled, due, usualOwnDeliverer }
}

async function marketOf(ctx: SellerContext) {
  const [market] = await ctx.db
    .select({ timeZone: markets.timeZone, usualOwnDeliverer: marketCalendars.hasOwnDeliverer })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(markets.id, ctx.actor.marketId))
  return market ?? { timeZone: "UTC", usualOwnDeliverer: null }
}

async function pageOf(
  ctx: SellerContext,
  which: keyof Pages,
  page: number,
  filter: SQL | undefined,
): Promise<Paged<SellerOrderRow>> {
  const where = and(ofSeller(ctx), LISTS[which], filter)
  const total = await ctx.db.$count(orders, where)
  const by = which === "uncompleted" ? "due" : "newest"
  return paged({ page, perPage: PER_PAGE, total }, async (window) => {
    const rows = await withEarnings(ctx, await listOrders(ctx.db, where, { ...window, by }))
    return rows.map((row) => sellerOrderRow(row, ctx.now()))
  })
}

/** An order with its contents, and what it earns the seller so far, after fees and refunds. */
export type EarningOrder = Order & OrderContents & { receivedCents: Cents }

/** Adds contents and earnings to orders that were listed for this seller. */
export async function withEarnings(ctx: SellerContext, listed: readonly Order[]): Promise<EarningOrder[]> {
  const rows = await withContents(ctx.db, listed, "seller")
  const received = await receivedFor(
    ctx,
    rows.map(({ order }) => order.id),
  )
  return rows.map((row) => ({ ...row, receivedCents: received.get(row.order.id) ?? ZERO }))
}

/** What each of these orders earns the seller so far, after fees and refunds, by its id. */
export async function receivedFor(ctx: SellerContext, ids: readonly string[]): Promise<Map<string, Cents>> {
  if (ids.length === 0) return new Map()
  const sums = await ctx.db
    .select({ orderId: ledgerEntries.orderId, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.orderId, [...ids]),
        eq(ledgerEntries.party, "seller"),
        eq(ledgerEntries.userId, ctx.actor.userId),
      ),
    )
    .groupBy(ledgerEntries.orderId)
  return new Map(sums.map((row) => [row.orderId ?? "", cents(row.cents)]))
}

/** The condition of a seller's filter, for their own orders. */
export function matching(ctx: SellerContext, filter: SellerOrderFilter, timeZone: string): SQL | undefined {
  const { search, day, fulfilment, status } = filter
  return and(
    search ? found(ctx, search) : undefined,
    day === "late" ? lateBy(ctx.now()) : day ? dueOn(day, timeZone) : undefined,
    fulfilment ? eq(orders.fulfilment, fulfilment) : undefined,
    status === "placed" ? isNull(orders.status) : status ? eq(orders.status, status) : undefined,
  )
}

const isNotReady = or(
  isNull(orders.status),
  inArray(
    orders.status,
    NOT_READY.filter((one) => one !== null),
  ),
)

const lateBy = (now: Date) => and(isNotReady, lt(orders.dueAt, now))

/** Orders that are due on a day of the market's time zone. */
export const dueOn = (day: LocalDate, timeZone: string) =>
  and(
    gte(orders.dueAt, instantOf(day, 0, timeZone)),
    lt(orders.dueAt, instantOf(addDays(day, 1), 0, timeZone)),
  )

function found(ctx: SellerContext, search: string): SQL | undefined {
  const [number, code, phone] = [orderNumberIn(search), codeIn(search), phoneIn(search)]
  const ofCustomer = ctx.db
    .select({ one: sql`1` })
    .from(customers)
    .where(
      and(
        eq(customers.userId, orders.customerId),
        contains(sql`${customers.firstName} || ' ' || ${customers.lastName}`, search),
      ),
    )
  const ofLine = ctx.db
    .select({ one: sql`1` })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), contains(orderLines.productName, search)))
  const endsWithPhone = (column: AnyColumn) =>
    like(sql`regexp_replace(${column}, '\\D', '', 'g')`, `%${phone}`)
  const ofDelivery = ctx.db
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orders.id), endsWithPhone(deliveries.phone)))
  const ofPhone = and(
    or(endsWithPhone(orders.phone), findsOne(ofDelivery)),
    mayCallNow("seller", "customer", ctx.now()),
  )
  return or(
    number === null ? undefined : eq(orders.number, number),
    code === null ? undefined : like(orders.confirmation, `${code}%`),
    findsOne(ofCustomer),
    findsOne(ofLine),
    phone === null ? undefined : ofPhone,
  )
}

export type DueCounts = {
  total: number
  late: number
  /** The days on which uncompleted orders are due, the earliest first. */
  days: { date: LocalDate; name: string; count: number }[]
  kinds: Record<Fulfilment, number>
}

async function countDue(ctx: SellerContext, timeZone: string): Promise<DueCounts> {
  const date = sql<LocalDate>`(${orders.dueAt} at time zone ${timeZone})::date::text`.as("date")
  const isLateNow = sql<boolean>`${lateBy(ctx.now())}`.as("is_late")
  const rows = await ctx.db
    .select({ date, isLateNow, fulfilment: orders.fulfilment, count: count() })
    .from(orders)
    .where(and(ofSeller(ctx), OPEN))
    .groupBy(sql`date`, sql`is_late`, orders.fulfilment)
    .orderBy(sql`date`)
  const countOf = (some: typeof rows) => some.reduce((all, row) => all + row.count, 0)
  return {
    total: countOf(rows),
    late: countOf(rows.filter((row) => row.isLateNow)),
    days: [...new Set(rows.map((row) => row.date))].map((day) => ({
      date: day,
      name: dayText(instantOf(day, 0, timeZone), ctx.now(), timeZone),
      count: countOf(rows.filter((row) => row.date === day)),
    })),
    kinds: {
      pickup: countOf(rows.filter((row) => row.fulfilment === "pickup")),
      delivery: countOf(rows.filter((row) => row.fulfilment === "delivery")),
    },
  }
}

export type SellerOrderRow = ReturnType<typeof sellerOrderRow>

/** Only the fields that a seller's list shows: everything that a loader returns is readable in the page's source. */
export function sellerOrderRow(row: EarningOrder, now: Date) {
  const { order, market, customer, lines, refunds, refundedCents, receivedCents } = row
  const { timeZone } = market
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    fulfilment: order.fulfilment,
    confirmation: order.confirmation,
    customerName: nameOf(customer),
    zip: row.delivery?.zip ?? null,
    receivedCents,
    refundedCents,
    createdAt: order.createdAt,
    timeZone,
    due: dueText(order, now, timeZone),
    left: timeLeftText(order, now),
    isLate: isLate(order, now),
    isTimed: order.windowStartsAt !== null,
    toCall: toCall(row, now),
    note: order.note,
    replacement: order.replacement,
    hasDeliverer: row.delivery?.hasDeliverer ?? null,
    /** The next step of packing; null once it is packed or ready. */
    packing: isReady(order) ? null : packingStepOf(row),
    items: lines.map((line) => {
      const quantity = leftToGive(line, refunds)
      const [refunded, replaced] = [refundedOf(line, refunds), line.replacedQuantity]
      return { id: line.id, quantity, name: itemName(line), refunded, replaced }
    }),
  }
}

function toCall({ order, customer, delivery }: Order & OrderContents, now: Date): ToCall | null {
  const phone = delivery?.phone || order.phone
  if (!phone || !mayCall("seller", "customer", { ...order, deliveredAt: null }, now)) return null
  return { firstName: delivery?.firstName ?? customer.firstName, phone }
}

/** Counts for the dashboard's orders card; canceled orders count as neither complete nor uncomplete. */
export async function countSellerOrders(ctx: SellerContext) {
  const [row] = await ctx.db
    .select({
      total: count(),
      complete: sql<number>`count(*) filter (where ${orders.complete})`.mapWith(Number),
      uncomplete: sql<number>`count(*) filter (where ${OPEN})`.mapWith(Number),
      cancelled: sql<number>`count(*) filter (where ${orders.status} = 'cancelled')`.mapWith(Number),
    })
    .from(orders)
    .where(ofSeller(ctx))
  return row ?? { total: 0, complete: 0, uncomplete: 0, cancelled: 0 }
}
