import { asc, eq, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { marketPlace, markets } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { DomainError } from "../errors.ts"
import type { Coordinates, PositionSource } from "../places/coordinates.ts"
import { findZipCenter } from "../places/find-zip-center.server.ts"
import { chordOf, EARTH_RADIUS_MILES, pointOnSphere } from "../places/sphere.ts"
import { MALFORMED_ZIP_MESSAGE, UNKNOWN_ZIP_MESSAGE, zipField } from "../places/zip.ts"
import { listed, type MarketHeader, marketHeader } from "./market-queries.server.ts"

/** Home shows ten a page. */
export const MARKETS_PER_PAGE = 10

/** So many more markets than a page ends with are counted: two more pages of home. */
const COUNTED_AHEAD = 20
/** More markets than there will ever be. */
const ALL = 1_000_000_000

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
  /** How many there are, or, with `more`, how many were counted. */
  total: number
  /** There are more than `total`: without `countAll` only some pages are counted ahead, so that growth costs nothing. */
  more: boolean
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
  const most = search.countAll ? ALL : page * limit + COUNTED_AHEAD
  // One more than is told, which says that there are more.
  const slice = { page, limit, most: most + 1 }
  const rows = await (center ? nearMarkets(ctx, center, slice) : allMarkets(ctx, slice))
  const counted = rows[0]?.total ?? (page > 1 ? await countBeyond(ctx, search) : 0)
  const total = Math.min(counted, most)
  return {
    markets: rows.map(({ total: _total, ...card }) => card),
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
  const center = await findZipCenter(ctx.db, zip)
  if (!center) throw new DomainError("invalid", UNKNOWN_ZIP_MESSAGE, "zip")
  return center
}

export const card = {
  ...marketHeader,
  lat: markets.lat,
  lng: markets.lng,
  positionSource: markets.positionSource,
}

type Slice = { page: number; limit: number; most: number }

function nearMarkets(ctx: Context, center: Coordinates, { page, limit, most }: Slice) {
  const radius = chordOf(ctx.rates.searchRadiusMiles)
  return near(ctx.db).execute({ ...pointOnSphere(center), radius, limit, most, offset: (page - 1) * limit })
}

const given = sql.placeholder
const middle = sql`cube(array[${given("x")}, ${given("y")}, ${given("z")}]::float8[])`
const chord = sql<number>`(${marketPlace(markets)} <-> ${middle})`

/**
 * The index answers nearest first and is read no further than is asked: a city's hundreds of markets cost what ten do.
 * It orders by the chord through the globe, which grows as the way along it does.
 */
const near = prepared((db) => {
  const nearest = db
    .select({ id: markets.id, chord: chord.as("chord") })
    .from(markets)
    .where(
      sql`${listed} and ${marketPlace(markets)} <@ cube_enlarge(${middle}, ${given("radius")}::float8, 3)`,
    )
    .orderBy(chord, asc(markets.id))
    .limit(given("most"))
    .as("nearest")
  const found = db
    .select({ id: nearest.id, chord: nearest.chord, total: sql<number>`count(*) over ()::int`.as("total") })
    .from(nearest)
    .where(sql`${nearest.chord} <= ${given("radius")}::float8`)
    .orderBy(nearest.chord, asc(nearest.id))
    .limit(given("limit"))
    .offset(given("offset"))
    .as("found")
  return db
    .select({
      ...card,
      distanceMiles: sql`2 * ${EARTH_RADIUS_MILES}::float8 * asin(least(1, ${found.chord} / 2))`.mapWith(
        Number,
      ),
      total: found.total,
    })
    .from(found)
    .innerJoin(markets, eq(markets.id, found.id))
    .orderBy(found.chord, asc(found.id))
    .prepare("markets_near")
})

function allMarkets(ctx: Context, { page, limit, most }: Slice) {
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
const countListed = (ctx: Context, most: number) => {
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
