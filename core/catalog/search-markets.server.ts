import { asc, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, marketPlace, markets } from "#db/schema/index.ts"
import { listNextPickups } from "../calendar/list-windows.server.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import type { Context } from "../context.ts"
import { DomainError } from "../errors.ts"
import { chordTo, circleValues, isInBox } from "../places/circle.server.ts"
import type { Coordinates } from "../places/coordinates.ts"
import { requireZipCenter } from "../places/find-zip-center.server.ts"
import { milesOf } from "../places/sphere.ts"
import { MALFORMED_ZIP_MESSAGE, zipField } from "../places/zip.ts"
import { type MarketCard, marketCards } from "./market-cards.server.ts"
import {
  deliveryFrom,
  hasFilters,
  isOpenNow,
  isPickupToday,
  type MarketFilters,
  type MarketSort,
  NO_FILTERS,
} from "./market-filters.ts"
import { listed } from "./market-queries.server.ts"

export const MARKETS_PER_PAGE = 10

/** How many markets are counted beyond the page in a search near a location: two more pages of home. */
const COUNTED_AHEAD = 20
/** The same limit for the list of all markets, which an index alone counts: ten more pages. */
const ALL_COUNTED_AHEAD = 100
/** More markets than there will ever be. */
const ALL = 1_000_000_000
/** How many of the nearest markets are read for filters and the sort by fee, so that a large city costs no more. */
const MOST_FILTERED = 1_000

export type MarketSearch = {
  zip?: string
  near?: Coordinates
  /** Ignored without a location. */
  filters?: MarketFilters
  sort?: MarketSort
  page?: number
  limit?: number
  /** Count all markets, for callers that rely on the number of pages in the first response. */
  countAll?: boolean
}

export type MarketSearchResult = {
  markets: MarketCard[]
  page: number
  pages: number
  /** The number of markets, or, with `more`, how many were counted. */
  total: number
  /**
   * There are more than `total`: without `countAll` only some pages are counted ahead, so that the cost does not grow
   * with the number of markets.
   */
  more: boolean
  /** The center of the search: the zip's center, or the customer's position. */
  center: Coordinates | null
}

/**
 * Markets that may sell now: within the search radius of a zip's center or a position, nearest first; without either,
 * all of them by name. Throws `invalid` on field `zip` if the zip is malformed or does not exist.
 */
export async function searchMarkets(ctx: Context, search: MarketSearch): Promise<MarketSearchResult> {
  const limit = search.limit ?? MARKETS_PER_PAGE
  const page = search.page ?? 1
  const center = search.zip ? await zipCenter(ctx, search.zip) : (search.near ?? null)
  const most = search.countAll ? ALL : page * limit + (center ? COUNTED_AHEAD : ALL_COUNTED_AHEAD)
  // One more than is shown, to know whether there are more.
  const slice = { page, limit, most: most + 1 }
  const { found, counted } = await findMarkets(ctx, search, center, slice)
  const total = Math.min(counted, most)
  return {
    markets: await marketCards(ctx, found),
    page,
    pages: Math.ceil(total / limit),
    total,
    more: counted > most,
    center,
  }
}

async function zipCenter(ctx: Context, asked: string): Promise<Coordinates> {
  const { data: zip } = zipField.safeParse(asked)
  if (!zip) throw new DomainError("invalid", MALFORMED_ZIP_MESSAGE, "zip")
  return requireZipCenter(ctx.db, zip)
}

type Slice = { page: number; limit: number; most: number }
type Found = { found: { id: string; distanceMiles: number | null }[]; counted: number }

async function findMarkets(
  ctx: Context,
  search: MarketSearch,
  center: Coordinates | null,
  slice: Slice,
): Promise<Found> {
  const { filters = NO_FILTERS, sort = "distance" } = search
  if (center && (hasFilters(filters) || sort === "fee"))
    return filteredMarkets(ctx, center, { filters, sort }, slice)
  const rows = await (center ? nearMarkets(ctx, center, slice) : allMarkets(ctx, slice))
  const found = rows.map(({ id, chord }) => ({ id, distanceMiles: chord === null ? null : milesOf(chord) }))
  return { found, counted: rows[0]?.total ?? (slice.page > 1 ? await countBeyond(ctx, search) : 0) }
}

function nearMarkets(ctx: Context, center: Coordinates, { page, limit, most }: Slice) {
  const circle = circleValues(center, ctx.rates.searchRadiusMiles)
  return near(ctx.db).execute({ ...circle, limit, most, offset: (page - 1) * limit })
}

const given = sql.placeholder
const chord = chordTo(marketPlace(markets))
const inBox = sql`${listed} and ${isInBox(marketPlace(markets))}`

/**
 * The index returns the nearest first and is read only up to the limit: hundreds of markets in a city cost what ten do.
 * It orders by the chord through the globe, which grows with the distance along it.
 */
const near = prepared((db) => {
  const nearest = db
    .select({ id: markets.id, chord: chord.as("chord") })
    .from(markets)
    .where(inBox)
    .orderBy(chord, asc(markets.id))
    .limit(given("most"))
    .as("nearest")
  return db
    .select({
      id: nearest.id,
      chord: sql<number | null>`${nearest.chord}`,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(nearest)
    .where(sql`${nearest.chord} <= ${given("radius")}::float8`)
    .orderBy(nearest.chord, asc(nearest.id))
    .limit(given("limit"))
    .offset(given("offset"))
    .prepare("markets_near")
})

/**
 * Opening hours are computed here, not in PostgreSQL: the nearest markets are read with their calendars and filtered.
 */
async function filteredMarkets(
  ctx: Context,
  center: Coordinates,
  { filters, sort }: { filters: MarketFilters; sort: MarketSort },
  { page, limit }: Slice,
): Promise<Found> {
  const circle = circleValues(center, ctx.rates.searchRadiusMiles)
  const { category } = filters
  const rows = await nearWithCalendar(ctx.db).execute({ ...circle, category })
  const candidates = rows
    .filter((row) => row.chord <= circle.radius)
    .map((row) => ({ id: row.id, distanceMiles: milesOf(row.chord), calendar: toCalendar(row) }))
  const found = await filterMarkets(ctx, candidates, { filters, sort })
  return { found: found.slice((page - 1) * limit, page * limit), counted: found.length }
}

type Candidate = { id: string; distanceMiles: number; calendar: MarketCalendar }

/** Filters and sorts markets, which must be ordered nearest first. Ignores the category filter. */
export async function filterMarkets<C extends Candidate>(
  ctx: Context,
  candidates: readonly C[],
  { filters, sort }: { filters: MarketFilters; sort: MarketSort },
): Promise<C[]> {
  const now = ctx.now()
  const wanted = candidates
    .map((market) => ({ market, fee: deliveryFrom(market, ctx.rates.delivery) }))
    .filter(({ market }) => !filters.openNow || isOpenNow(market.calendar, now))
    .filter(({ fee }) => !filters.delivers || fee !== null)
  const all = wanted.map(({ market }) => market)
  const pickups = filters.pickupToday ? await listNextPickups(ctx.db, all, now) : null
  const found = wanted.filter(
    ({ market: { id, calendar } }) =>
      !pickups || isPickupToday(pickups.get(id) ?? null, calendar.timeZone, now),
  )
  // The sort is stable: markets with the same fee stay ordered by distance.
  if (sort === "fee") found.sort((a, b) => (a.fee ?? Number.MAX_VALUE) - (b.fee ?? Number.MAX_VALUE))
  return found.map(({ market }) => market)
}

const nearWithCalendar = prepared((db) =>
  db
    .select({ id: markets.id, chord, ...calendarColumns })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(sql`${inBox} and (${given("category")}::text is null or exists (
      select 1 from products p
      where p.market_id = ${markets.id} and p.category = ${given("category")}::text and p.retired_at is null))`)
    .orderBy(chord, asc(markets.id))
    .limit(MOST_FILTERED)
    .prepare("markets_near_with_calendar"),
)

function allMarkets(ctx: Context, { page, limit, most }: Slice) {
  return ctx.db
    .select({
      id: markets.id,
      chord: sql<number | null>`null`,
      total: sql<number>`(${countListed(ctx, most)})`.mapWith(Number),
    })
    .from(markets)
    .where(listed)
    .orderBy(asc(markets.name), asc(markets.id))
    .limit(limit)
    .offset((page - 1) * limit)
}

/** Counts listed markets, up to `most`. */
const countListed = (ctx: Context, most: number) => {
  const some = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(markets)
    .where(listed)
    .limit(most)
    .as("some")
  return ctx.db.select({ total: sql<number>`count(*)`.mapWith(Number).as("total") }).from(some)
}

/** A page beyond the last one has no row with the total, so this reads it from the first page. */
async function countBeyond(ctx: Context, search: MarketSearch): Promise<number> {
  return (await searchMarkets(ctx, { ...search, page: 1, limit: 1, countAll: true })).total
}
