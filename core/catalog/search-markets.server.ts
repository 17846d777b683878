import { and, asc, between, sql } from "drizzle-orm"
import { markets } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { DomainError } from "../errors.ts"
import type { Coordinates, PositionSource } from "../places/coordinates.ts"
import { boundingBox } from "../places/distance.ts"
import { findZipCenter } from "../places/find-zip-center.server.ts"
import { isZip, MALFORMED_ZIP_MESSAGE, UNKNOWN_ZIP_MESSAGE } from "../places/zip.ts"
import { listed } from "./listed.server.ts"

/** Home shows ten a page (specification, section 9). */
export const MARKETS_PER_PAGE = 10

export type MarketSearch = { zip?: string; near?: Coordinates; page?: number; limit?: number }

export type MarketCard = {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  weekdayHours: string
  saturdayHours: string
  sundayHours: string
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
  const rows = await (center ? nearMarkets(ctx, center, page, limit) : allMarkets(ctx, page, limit))
  const total = rows[0]?.total ?? (page > 1 ? await countBeyond(ctx, search) : 0)
  return {
    markets: rows.map(({ total: _total, ...card }) => card),
    page,
    pages: Math.ceil(total / limit),
    total,
    center,
  }
}

async function zipCenter(ctx: Context, zip: string): Promise<Coordinates> {
  if (!isZip(zip)) throw new DomainError("invalid", MALFORMED_ZIP_MESSAGE, "zip")
  const center = await findZipCenter(ctx.db, zip)
  if (!center) throw new DomainError("invalid", UNKNOWN_ZIP_MESSAGE, "zip")
  return center
}

const card = {
  id: markets.id,
  name: markets.name,
  address: markets.address,
  city: markets.city,
  state: markets.state,
  zip: markets.zip,
  phone: markets.phone,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
  lat: markets.lat,
  lng: markets.lng,
  positionSource: markets.positionSource,
}

const total = sql<number>`count(*) over ()::int`

function nearMarkets(ctx: Context, center: Coordinates, page: number, limit: number) {
  const radius = ctx.rates.searchRadiusMiles
  const box = boundingBox(center, radius)
  const miles = milesFrom(center)
  return ctx.db
    .select({ ...card, distanceMiles: miles.mapWith(Number), total })
    .from(markets)
    .where(
      and(
        listed,
        between(markets.lat, box.minLat, box.maxLat),
        between(markets.lng, box.minLng, box.maxLng),
        sql`${miles} <= ${radius}`,
      ),
    )
    .orderBy(miles, asc(markets.id))
    .limit(limit)
    .offset((page - 1) * limit)
}

function allMarkets(ctx: Context, page: number, limit: number) {
  return ctx.db
    .select({
      ...card,
      distanceMiles: sql<null>`null`,
      total: sql<number>`(${countListed(ctx)})`.mapWith(Number),
    })
    .from(markets)
    .where(listed)
    .orderBy(asc(markets.name), asc(markets.id))
    .limit(limit)
    .offset((page - 1) * limit)
}

const countListed = (ctx: Context) => ctx.db.select({ total: sql`count(*)` }).from(markets).where(listed)

/** A page beyond the last has no row to carry the total: ask for the first page's. */
async function countBeyond(ctx: Context, search: MarketSearch): Promise<number> {
  return (await searchMarkets(ctx, { ...search, page: 1, limit: 1 })).total
}

/** Great-circle miles on a sphere of 3,958.76 miles, the same that @turf/distance measures on. */
const milesFrom = ({ lat, lng }: Coordinates) => sql<number>`(3958.7613 * 2 * asin(least(1, sqrt(
  power(sin(radians(${markets.lat} - ${lat}::float8) / 2), 2) +
  cos(radians(${lat}::float8)) * cos(radians(${markets.lat})) * power(sin(radians(${markets.lng} - ${lng}::float8) / 2), 2)))))`
