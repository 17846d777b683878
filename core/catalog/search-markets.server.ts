import { and, asc, between, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { markets } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { DomainError } from "../errors.ts"
import type { Coordinates, PositionSource } from "../places/coordinates.ts"
import { boundingBox } from "../places/distance.ts"
import { findZipCenter } from "../places/find-zip-center.server.ts"
import { MALFORMED_ZIP_MESSAGE, UNKNOWN_ZIP_MESSAGE, zipField } from "../places/zip.ts"
import { listed } from "./listed.server.ts"
import { type MarketHeader, marketHeader } from "./market-header.server.ts"

/** Home shows ten a page (specification, section 9). */
export const MARKETS_PER_PAGE = 10

/** So many more markets than a page ends with are counted where nothing was searched for. */
const COUNTED_AHEAD = 500

export type MarketSearch = {
  zip?: string
  near?: Coordinates
  page?: number
  limit?: number
  /** Count every market there is, however many: for callers that believe the first answer's number of pages. */
  countAll?: boolean
}

export type MarketCard = MarketHeader & {
  lat: number | null
  lng: number | null
  positionSource: PositionSource | null
  /** Null where nothing was searched for. */
  distanceMiles: number | null
}

export type MarketSearchResult = {
  markets: MarketCard[]
  page: number
  pages: number
  /**
   * How many there are. Without a zip, position or `countAll`, no more are counted than some pages ahead: counting
   * them all takes ever longer as they grow. It is exact once the end is that near, and grows as one turns the pages.
   */
  total: number
  /** The middle of the search: the zip's centre or the person's own position. */
  center: Coordinates | null
}

/**
 * Markets that may sell now: within the search radius of a zip's centre or a position, nearest first; without
 * either, all of them by name. Throws `invalid` on field `zip` when the zip is malformed or does not exist.
 */
export async function searchMarkets(ctx: Context, search: MarketSearch): Promise<MarketSearchResult> {
  const limit = search.limit ?? MARKETS_PER_PAGE
  const page = search.page ?? 1
  const center = search.zip ? await zipCenter(ctx, search.zip) : (search.near ?? null)
  const rows = await (center
    ? nearMarkets(ctx, center, page, limit)
    : allMarkets(ctx, page, limit, search.countAll))
  const total = rows[0]?.total ?? (page > 1 ? await countBeyond(ctx, search) : 0)
  return {
    markets: rows.map(({ total: _total, ...card }) => card),
    page,
    pages: Math.ceil(total / limit),
    total,
    center,
  }
}

async function zipCenter(ctx: Context, asked: string): Promise<Coordinates> {
  const { data: zip } = zipField.safeParse(asked)
  if (!zip) throw new DomainError("invalid", MALFORMED_ZIP_MESSAGE, "zip")
  const center = await findZipCenter(ctx.db, zip)
  if (!center) throw new DomainError("invalid", UNKNOWN_ZIP_MESSAGE, "zip")
  return center
}

const card = {
  ...marketHeader,
  lat: markets.lat,
  lng: markets.lng,
  positionSource: markets.positionSource,
}

const total = sql<number>`count(*) over ()::int`

function nearMarkets(ctx: Context, center: Coordinates, page: number, limit: number) {
  const radius = ctx.rates.searchRadiusMiles
  const offset = (page - 1) * limit
  return near(ctx.db).execute({ ...center, ...boundingBox(center, radius), radius, limit, offset })
}

const given = sql.placeholder

/** Great-circle miles on a sphere of 3,958.76 miles, the same that @turf/distance measures on. */
const miles = sql<number>`(3958.7613 * 2 * asin(least(1, sqrt(
  power(sin(radians(${markets.lat} - ${given("lat")}::float8) / 2), 2) +
  cos(radians(${given("lat")}::float8)) * cos(radians(${markets.lat})) *
  power(sin(radians(${markets.lng} - ${given("lng")}::float8) / 2), 2)))))`

const near = prepared((db) =>
  db
    .select({ ...card, distanceMiles: miles.mapWith(Number), total })
    .from(markets)
    .where(
      and(
        listed,
        between(markets.lat, given("minLat"), given("maxLat")),
        between(markets.lng, given("minLng"), given("maxLng")),
        sql`${miles} <= ${given("radius")}::float8`,
      ),
    )
    .orderBy(miles, asc(markets.id))
    .limit(given("limit"))
    .offset(given("offset"))
    .prepare("markets_near"),
)

function allMarkets(ctx: Context, page: number, limit: number, countAll = false) {
  const most = countAll ? undefined : page * limit + COUNTED_AHEAD
  return ctx.db
    .select({
      ...card,
      distanceMiles: sql<null>`null`,
      total: sql<number>`(${countListed(ctx, most)})`.mapWith(Number),
    })
    .from(markets)
    .where(listed)
    .orderBy(asc(markets.name), asc(markets.id))
    .limit(limit)
    .offset((page - 1) * limit)
}

/** Counts listed markets, at most so many. */
const countListed = (ctx: Context, most = Number.MAX_SAFE_INTEGER) => {
  const some = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(markets)
    .where(listed)
    .limit(most)
    .as("some")
  return ctx.db.select({ total: sql<number>`count(*)`.mapWith(Number).as("total") }).from(some)
}

/** A page beyond the last has no row to carry the total: ask for the first page's. */
async function countBeyond(ctx: Context, search: MarketSearch): Promise<number> {
  return (await searchMarkets(ctx, { ...search, page: 1, limit: 1, countAll: true })).total
}
