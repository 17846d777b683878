import { and, eq, sql } from "drizzle-orm"
import { DAY_MINUTES } from "#core/durations.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { dayText, type Span, WEEKDAYS } from "../calendar/calendar.ts"
import { listBothWindows } from "../calendar/list-windows.server.ts"
import { type MarketWhen, marketWhen } from "../calendar/market-when.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import { type SpecialDayText, specialDaysText } from "../calendar/special-days.ts"
import { clockAt, weekdayOf } from "../calendar/zoned-time.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Accepted } from "../market/market-facts.ts"
import type { Cents } from "../money.ts"
import type { Coordinates } from "../places/coordinates.ts"
import { milesBetween } from "../places/distance.ts"
import type { ImageAddress } from "../ports/images.ts"
import { type Category, categoryMenu } from "./categories.ts"
import { deliveryFrom } from "./market-filters.ts"
import {
  coverPhoto,
  hasOpeningAlert,
  isFavorite,
  listed,
  type MarketHeader,
  marketHeader,
} from "./market-queries.server.ts"
import { type CategoryCounts, categoryCounts, totalOf } from "./product-cards.server.ts"

/** What a market's page says of the market, whichever products it shows. */
export type MarketPage = {
  market: MarketHeader & { when: MarketWhen }
  about: MarketAbout
  ordering: Ordering
  /** Monday to Sunday, for weeks without special days. */
  week: { day: string; hours: string; isToday: boolean }[]
  /** The next days on which its hours are others. */
  specialDays: SpecialDayText[]
  /** Those it sells in, in the menu's order; all of them while it sells nothing. */
  categories: Category[]
  counts: CategoryCounts
  productCount: number
  isFavorite: boolean
  /** Whether the customer is told when it takes orders again. */
  hasOpeningAlert: boolean
}

/** What the seller tells about the market beside its header. */
export type MarketAbout = Accepted & {
  story: string | null
  website: string | null
  photo: ImageAddress | null
}

/** What orders cost and must come to, for somebody who may have said where they are. */
type Ordering = {
  /** Null where nobody knows where the customer or the market is. */
  distanceMiles: number | null
  /** What delivery to them costs, or costs at least; null where it does not deliver there. */
  deliveryFromCents: Cents | null
  pickupMinimumCents: Cents
  deliveryMinimumCents: Cents
}

/** The columns of a market page, for a query that `leftJoin`s the calendars and takes `pageValues`. */
export const marketPageColumns = {
  ...marketHeader,
  ...calendarColumns,
  lat: markets.lat,
  lng: markets.lng,
  isFavorite,
  hasOpeningAlert,
  about: {
    story: markets.story,
    website: markets.website,
    acceptsSnap: markets.acceptsSnap,
    acceptsWic: markets.acceptsWic,
    acceptsMarketChecks: markets.acceptsMarketChecks,
    photo: coverPhoto,
  },
}

export const theMarket = and(eq(markets.id, sql.placeholder("marketId")), listed)
type Row = MarketHeader &
  Parameters<typeof toCalendar>[0] & {
    lat: number | null
    lng: number | null
    isFavorite: boolean
    hasOpeningAlert: boolean
    about: MarketAbout
    counts: CategoryCounts
  }

type Asked = { marketId: string; near?: Coordinates | undefined }

/** All about a market, for a page that finds its products otherwise. Throws `not_found` as `viewMarket` does. */
export const viewMarketPage = async (ctx: CustomerContext, { marketId, near }: Asked): Promise<MarketPage> =>
  toMarketPage(ctx, await requireMarket(ctx, marketId, alone), near)

const alone = prepared((db) =>
  db
    .select({ ...marketPageColumns, counts: categoryCounts })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market_page"),
)

type Query<Found> = (db: Executor) => { execute(values: Record<string, unknown>): Promise<Found[]> }

/** What such a query answers for a market. Throws `not_found` for one that may not sell now, or that does not exist. */
export async function requireMarket<Found>(
  { db, actor }: CustomerContext,
  marketId: string,
  query: Query<Found>,
  values: object = {},
): Promise<Found> {
  if (!isId(marketId)) throw notFound("This market")
  const [found] = await query(db).execute({ ...values, marketId, customerId: actor.userId })
  if (!found) throw notFound("This market")
  return found
}

/** What such a query has answered, for a customer who may have said where they are. */
export async function toMarketPage(
  ctx: CustomerContext,
  row: Row,
  near: Coordinates | undefined,
): Promise<MarketPage> {
  const now = ctx.now()
  const { id, name, address, city, state, zip, phone, weekdayHours, saturdayHours, sundayHours } = row
  const calendar = toCalendar(row)
  const { timeZone, taking } = calendar
  const when = marketWhen({ name, calendar }, await listBothWindows(ctx.db, { id, calendar }, now), now)
  const miles = milesBetween(near, row)
  const today = weekdayOf(clockAt(now, timeZone).date)
  return {
    market: { id, name, address, city, state, zip, phone, weekdayHours, saturdayHours, sundayHours, when },
    about: row.about,
    ordering: {
      distanceMiles: miles,
      deliveryFromCents: deliveryFrom({ calendar, distanceMiles: miles }, ctx.rates.delivery),
      pickupMinimumCents: taking.pickupMinimumCents,
      deliveryMinimumCents: taking.deliveryMinimumCents,
    },
    week: WEEKDAYS.map((day, at) => ({
      day,
      hours: hoursOf(calendar.calendar.week[at] ?? []),
      isToday: at === today,
    })),
    specialDays: specialDaysText(row.dates ?? [], now, timeZone),
    categories: [...categoryMenu(Object.keys(row.counts))],
    counts: row.counts,
    productCount: totalOf(row.counts),
    isFavorite: row.isFavorite,
    hasOpeningAlert: row.hasOpeningAlert,
  }
}

function hoursOf(spans: readonly Span[]): string {
  const [first] = spans
  return first?.opens === 0 && first.closes === DAY_MINUTES ? "Open 24 hours" : dayText(spans)
}
