import { asc, eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets, marketWords, products } from "#db/schema/index.ts"
import { calendarColumns, itsCalendar, toCalendar } from "../calendar/read-calendar.server.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import { type MarketHead, marketHeads } from "../catalog/market-cards.server.ts"
import {
  hasFilters,
  type MarketFilters,
  marketSort,
  NO_FILTERS,
  type SearchSort,
} from "../catalog/market-filters.ts"
import { listed } from "../catalog/market-queries.server.ts"
import {
  cardColumns,
  firstImage,
  type ProductCard,
  sizes,
  toCard,
} from "../catalog/product-queries.server.ts"
import { filterMarkets, MARKETS_PER_PAGE } from "../catalog/search-markets.server.ts"
import type { Context, CustomerContext } from "../context.ts"
import { type CircleValues, chordTo, circleValues, isInCircle } from "../places/circle.server.ts"
import type { Coordinates } from "../places/coordinates.ts"
import { milesOf } from "../places/sphere.ts"
import { readWordsNear } from "./read-words.server.ts"
import { type SearchedWords, searchText } from "./search-text.ts"

/** For each market; the market's own page has the others. */
export const PRODUCTS_OF_A_MARKET = 4
/**
 * How many matching products of a market are compared to show the best, so that a market with hundreds costs no more.
 */
const COMPARED = 12
/** The same limit for a sort by price, where every candidate's price has to be read first. */
const COMPARED_BY_PRICE = 100
/**
 * How many of the nearest matching markets are compared by price: with more, a search for a very common word would read
 * more than 20 rows for each one shown.
 */
const MARKETS_BY_PRICE = 25
/** How many markets are counted beyond the page: one more page. */
const COUNTED_AHEAD = 10
/** How many markets are read when filters may leave some out. */
const MOST_FILTERED = 200

export type NearSearch = {
  center: Coordinates
  text: string
  /** The category filters the products. */
  filters?: MarketFilters
  /** "price" sorts by the price tag, the lowest of several sizes; sold-out products have no price. */
  sort?: SearchSort
  page?: number
  /** Search for the words exactly as typed, without corrections. */
  isExact?: boolean
}

/** A market with its matching products; none if only its name matches. */
export type MarketWithProducts = MarketHead & {
  products: ProductCard[]
  /** The number of matching products, of which the first are in `products`. */
  matches: number
}

export type NearResults = {
  words: SearchedWords
  markets: MarketWithProducts[]
  page: number
  pages: number
  /** The number of markets, or, with `more`, how many were counted. */
  total: number
  totalProducts: number
  more: boolean
  /** Matches per category, whichever category is selected. */
  categories: Record<string, number>
}

/**
 * Markets within the search radius whose name or products have all words of the text, nearest first, each with its best
 * matching products.
 */
export async function searchNear(ctx: CustomerContext, search: NearSearch): Promise<NearResults> {
  const { shown, categories, ...found } = await findNear(ctx, search, { ofNames: false })
  const heads = await marketHeads(ctx, shown)
  const products = await findProducts(ctx.db, {
    lexemes: found.words.lexemes,
    category: search.filters?.category ?? null,
    markets: shown,
    byPrice: search.sort === "price",
  })
  const matches = new Map(shown.map((market) => [market.id, market.matches]))
  return {
    ...found,
    categories,
    markets: heads.map((head) => ({
      ...head,
      matches: matches.get(head.id) ?? 0,
      products: products.get(head.id) ?? [],
    })),
  }
}

/** One page of matching markets, with totals; `ofNames` searches market names only. */
export async function findNear(ctx: Context, search: NearSearch, { ofNames }: { ofNames: boolean }) {
  const { center, filters = NO_FILTERS, sort = "distance", page = 1, isExact = false } = search
  const isByPrice = sort === "price" && !ofNames
  const near = circleValues(center, ctx.rates.searchRadiusMiles)
  const words = await readWordsNear(ctx.db, { text: searchText(search.text), isExact, ofNames, ...near })
  const counted = page * MARKETS_PER_PAGE + COUNTED_AHEAD
  const enough = isByPrice ? MARKETS_BY_PRICE : counted
  const most = hasFilters(filters) || sort === "fee" ? MOST_FILTERED : enough
  // One more than is shown, to know whether there are more.
  const { category } = filters
  const asked = { lexemes: words.lexemes, ofNames, category, most: most + 1, ...near }
  const candidates = await findMarkets(ctx.db, asked)
  const wanted = await filterMarkets(ctx, candidates.slice(0, most), { filters, sort: marketSort(sort) })
  const nearest = wanted.flatMap((market) => withMatches(market, ofNames ? null : category))
  const found = isByPrice
    ? await cheapestFirst(ctx.db, nearest.slice(0, MARKETS_BY_PRICE), { ...asked, category })
    : nearest
  return {
    words,
    shown: found.slice((page - 1) * MARKETS_PER_PAGE, page * MARKETS_PER_PAGE),
    page,
    pages: Math.ceil(found.length / MARKETS_PER_PAGE),
    total: found.length,
    totalProducts: found.reduce((sum, { matches }) => sum + matches, 0),
    more: candidates.length > most || nearest.length > found.length,
    categories: sumUp(wanted.map(({ byCategory }) => byCategory)),
  }
}

type Candidate = {
  id: string
  distanceMiles: number
  calendar: MarketCalendar
  /** The number of matching products by category. */
  byCategory: Record<string, number>
}
type Found = Candidate & { matches: number }

/** A market that only matches by name has no matching category, so a category filter removes it. */
function withMatches(market: Candidate, category: string | null): Found[] {
  const { byCategory } = market
  const matches = category
    ? (byCategory[category] ?? 0)
    : Object.values(byCategory).reduce((sum, count) => sum + count, 0)
  return matches > 0 || !category ? [{ ...market, matches }] : []
}

function sumUp(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const [category, count] of counts.flatMap(Object.entries<number>))
    sum[category] = (sum[category] ?? 0) + count
  return sum
}

const given = sql.placeholder

type MarketQuery = {
  lexemes: string[]
  ofNames: boolean
  category: string | null
  most: number
} & CircleValues

async function findMarkets(db: Executor, { lexemes, ofNames, ...values }: MarketQuery): Promise<Candidate[]> {
  const [rarest, ...others] = lexemes
  if (!rarest) return []
  const rows = await (ofNames ? byName : byWord)(db).execute({ ...values, rarest, others, all: lexemes })
  return rows.map(({ id, chord, byCategory, ...calendar }) => ({
    id,
    distanceMiles: milesOf(chord),
    calendar: toCalendar(calendar),
    byCategory: byCategory ?? {},
  }))
}

/** Condition: a product also has the other words, besides the rarest one, by which the index is read. */
const hasOthers = sql`(${given("others")}::text[] = '{}' or (
  select count(*) from product_words o where o.market_id = p.market_id and o.lexeme = any(${given("others")}::text[])
    and o.product_id = p.product_id) = cardinality(${given("others")}::text[]))`

const isNamedSo = sql`(
  select count(*) from market_words o where o.market_id = ${marketWords.marketId} and o.in_name
    and o.lexeme = any(${given("all")}::text[])) = cardinality(${given("all")}::text[])`

/** In a search by name, the category is checked here; in a product search, each match has one. */
const sellsCategory = sql`(${given("category")}::text is null or exists (
  select 1 from products p where p.market_id = ${marketWords.marketId} and p.category = ${given("category")}::text
    and p.retired_at is null))`

const counts = sql`lateral (
  select json_object_agg(category, found) by_category from (
    select p.category, count(*) found from product_words p
    where p.market_id = ${marketWords.marketId} and p.lexeme = ${given("rarest")}::text and ${hasOthers}
    group by p.category) by_one) counts`

const chord = chordTo(marketWords.place)

/** The index returns the nearest first and is read only up to the limit, as in search-markets. */
function marketsQuery(db: Executor, name: string, ofNames: boolean) {
  const byCategory = ofNames ? sql<null>`null::json` : sql<Record<string, number> | null>`counts.by_category`
  const base = db
    .select({ id: markets.id, ...calendarColumns, chord: chord.mapWith(Number), byCategory })
    .from(marketWords)
    .innerJoin(markets, eq(markets.id, marketWords.marketId))
    .leftJoin(marketCalendars, itsCalendar)
  const joined = ofNames ? base : base.innerJoin(counts, sql`true`)
  const named = ofNames
    ? sql`${marketWords.inName} and ${isNamedSo} and ${sellsCategory}`
    : sql`(counts.by_category is not null or (${marketWords.inName} and ${isNamedSo}))`
  return joined
    .where(
      sql`${listed} and ${marketWords.lexeme} = ${given("rarest")}::text and ${isInCircle(marketWords.place)} and ${named}`,
    )
    .orderBy(chord, asc(marketWords.marketId))
    .limit(given("most"))
    .prepare(name)
}

const byWord = prepared((db) => marketsQuery(db, "search_markets_by_word", false))
const byName = prepared((db) => marketsQuery(db, "search_markets_by_name", true))

type Matching = { lexemes: string[]; category: string | null }

/**
 * A market's matching products as rows `w` of product_words: at most `compared` of the market in `seller`, those with
 * the words in their name first.
 */
const matching = sql`(
  select p.product_id, p.in_name from product_words p
  where p.market_id = seller.market_id and p.lexeme = ${given("rarest")}::text and ${hasOthers}
    and (${given("category")}::text is null or p.category = ${given("category")}::text)
  order by p.in_name desc, p.product_id limit ${given("compared")}) w`

function matchingValues({ lexemes, category }: Matching, sellers: readonly Found[]) {
  const [rarest, ...others] = lexemes
  const marketIds = sellers.filter(({ matches }) => matches > 0).map(({ id }) => id)
  return { marketIds, rarest, others, category }
}

/** Sorts markets by their cheapest available match; markets without an available match come last. */
async function cheapestFirst(db: Executor, sellers: readonly Found[], asked: Matching): Promise<Found[]> {
  const values = { ...matchingValues(asked, sellers), compared: COMPARED_BY_PRICE }
  const rows = values.marketIds.length > 0 ? await lowestPrices(db).execute(values) : []
  const lowest = new Map(rows.map(({ marketId, cents }) => [marketId, cents ?? SOLD_OUT]))
  const priceOf = ({ id }: Found) => lowest.get(id) ?? ONLY_NAMED
  // The sort is stable: markets of the same price stay ordered by distance.
  return [...sellers].sort((a, b) => priceOf(a) - priceOf(b))
}

const SOLD_OUT = Number.MAX_SAFE_INTEGER - 1
const ONLY_NAMED = Number.MAX_SAFE_INTEGER

const lowestPrices = prepared((db) =>
  db
    .select({
      marketId: sql<string>`seller.market_id`,
      cents: sql<number | null>`min(sizes.lowest) filter (where sizes.stock > 0)`.mapWith(Number),
    })
    .from(sql`unnest(${given("marketIds")}::uuid[]) seller (market_id)
      cross join lateral (select w.product_id id from ${matching}) page
      cross join ${sizes}`)
    .groupBy(sql`seller.market_id`)
    .prepare("search_lowest_prices"),
)

type ProductQuery = Matching & { markets: readonly Found[]; byPrice: boolean }

/**
 * The best matching products by market id: in stock before sold out; then, unless sorted by price, those with the words
 * in their name; then the cheapest.
 */
async function findProducts(db: Executor, { markets: sellers, byPrice, ...asked }: ProductQuery) {
  const values = matchingValues(asked, sellers)
  const found = new Map<string, ProductCard[]>()
  if (values.marketIds.length === 0) return found
  const compared = byPrice ? COMPARED_BY_PRICE : COMPARED
  const rows = await bestProducts(db).execute({ ...values, byPrice, compared })
  for (const { marketId, ...row } of rows) found.set(marketId, [...(found.get(marketId) ?? []), toCard(row)])
  return found
}

const bestProducts = prepared((db) =>
  db
    .select({
      marketId: sql<string>`page.market_id`,
      ...cardColumns(alias(products, "page"), sql.identifier("page")),
    })
    .from(sql`unnest(${given("marketIds")}::uuid[]) with ordinality seller (market_id, at)
      cross join lateral (
        select page.*, sizes.*, row_number() over (
          order by sizes.stock = 0, not (w.in_name or ${given("byPrice")}::boolean), sizes.lowest, page.id) place
        from ${matching}
        join ${products} page on page.id = w.product_id and page.retired_at is null
        cross join ${sizes}
        order by place limit ${PRODUCTS_OF_A_MARKET}) page
      left join ${firstImage} on true`)
    .orderBy(sql`seller.at, page.place`)
    .prepare("search_products_of_markets"),
)
