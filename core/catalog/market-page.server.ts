import { and, eq, sql } from "drizzle-orm"
import { dayHoursText, type Span, WEEKDAYS } from "#core/calendar/calendar.ts"
import { listBothWindows } from "#core/calendar/list-windows.server.ts"
import { type MarketWhen, marketWhen } from "#core/calendar/market-when.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import { type SpecialDayText, specialDaysText } from "#core/calendar/special-days.ts"
import { clockAt, weekdayOf } from "#core/calendar/zoned-time.ts"
import type { CustomerContext } from "#core/context.ts"
import { DAY_MINUTES } from "#core/durations.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import type { Accepted } from "#core/market/market-facts.ts"
import type { Cents } from "#core/money.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { milesBetween } from "#core/places/distance.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
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
import {
  type CategoryCounts,
  catalogueColumns,
  catalogueValues,
  categoryCounts,
  type ProductCard,
  type ProductPage,
  shelvesColumn,
  toCard,
  toProductPage,
  totalOf,
} from "./product-queries.server.ts"

/** A market's data for its page, except for the products. */
export type MarketPage = {
  market: MarketHeader & { when: MarketWhen }
  about: MarketAbout
  ordering: Ordering
  /** Monday to Sunday, without special days. */
  week: { day: string; hours: string; isToday: boolean }[]
  /** The next days with hours that differ from the week's. */
  specialDays: SpecialDayText[]
  /** The categories that it has products in, in the menu's order; all of them if it has no products. */
  categories: Category[]
  counts: CategoryCounts
  productCount: number
  isFavorite: boolean
  /** Whether the customer is notified when the market takes orders again. */
  hasOpeningAlert: boolean
}

/** The seller's own texts and photo. */
export type MarketAbout = Accepted & {
  story: string | null
  website: string | null
  photo: ImageAddress | null
}

/** Distance, fee and minimums for a customer who may have given a location. */
type Ordering = {
  /** Null if the location of the customer or the market is unknown. */
  distanceMiles: number | null
  /**
   * The delivery fee to the customer, or the lowest fee if the distance is unknown; null if the market does not deliver
   * there.
   */
  deliveryFromCents: Cents | null
  pickupMinimumCents: Cents
  deliveryMinimumCents: Cents
}

/** The columns of a market page, for a query that `leftJoin`s the calendars and takes `marketId` and `customerId`. */
const marketPageColumns = {
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

const theMarket = and(eq(markets.id, sql.placeholder("marketId")), listed)
type Row = MarketHeader &
  Parameters<typeof toCalendar>[0] & {
    lat: number | null
    lng: number | null
    isFavorite: boolean
    hasOpeningAlert: boolean
    about: MarketAbout
    counts: CategoryCounts
  }

/** `near` is the customer's location, if they gave one. */
type MarketAndLocation = { marketId: string; near?: Coordinates | undefined }

/**
 * A market's page without its products, for pages that query those in another way. Throws `not_found` as `viewMarket`
 * does.
 */
export const viewMarketPage = async (
  ctx: CustomerContext,
  { marketId, near }: MarketAndLocation,
): Promise<MarketPage> => toMarketPage(ctx, await requireMarket(ctx, marketId, alone), near)

const alone = prepared((db) =>
  db
    .select({ ...marketPageColumns, counts: categoryCounts })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market_page"),
)

type Query<Found> = (db: Executor) => { execute(values: Record<string, unknown>): Promise<Found[]> }

/** Runs such a query for one market. Throws `not_found` for a market that may not sell now or does not exist. */
async function requireMarket<Found>(
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

/** Builds a `MarketPage` from a row of such a query, for a customer who may have given a location. */
async function toMarketPage(
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
  return first?.opens === 0 && first.closes === DAY_MINUTES ? "Open 24 hours" : dayHoursText(spans)
}

export type MarketView = MarketPage & ProductPage

/**
 * A market as a customer sees it: its facts, the categories it sells in, and a page of its products. Throws `not_found`
 * for a market that may not sell now or does not exist.
 */
export async function viewMarket(
  ctx: CustomerContext,
  input: MarketAndLocation & { category?: string; page?: number; limit?: number },
): Promise<MarketView> {
  const query = { ...input, page: input.page ?? 1 }
  const found = await requireMarket(ctx, input.marketId, withProducts, catalogueValues(query))
  return { ...(await toMarketPage(ctx, found, input.near)), ...toProductPage(query, found) }
}

const withProducts = prepared((db) =>
  db
    .select({ ...marketPageColumns, ...catalogueColumns(db) })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market"),
)

/** The first products of a category, and how many it has. */
export type Shelf = { category: Category; count: number; products: ProductCard[] }

export type MarketShelves = MarketPage & { shelves: Shelf[] }

/**
 * A market with one row of products for each category it sells in, in the menu's order; empty if it has no products.
 * Throws `not_found` as `viewMarket` does.
 */
export async function viewMarketShelves(
  ctx: CustomerContext,
  { marketId, near }: MarketAndLocation,
): Promise<MarketShelves> {
  const found = await requireMarket(ctx, marketId, withShelves)
  const page = await toMarketPage(ctx, found, near)
  const cards = found.shelves.map(toCard)
  const shelves = page.categories.map((category) => ({
    category,
    count: page.counts[category] ?? 0,
    products: cards.filter((card) => card.category === category),
  }))
  return { ...page, shelves: shelves.filter(({ count }) => count > 0) }
}

const withShelves = prepared((db) =>
  db
    .select({ ...marketPageColumns, counts: categoryCounts, shelves: shelvesColumn(db) })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market_shelves"),
)
