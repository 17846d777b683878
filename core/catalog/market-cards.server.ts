import { and, eq, isNull, sql } from "drizzle-orm"
import { openStateText, windowText } from "#core/calendar/calendar-text.ts"
import { listNextPickups } from "#core/calendar/list-windows.server.ts"
import { type OpenState, openState } from "#core/calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import type { Context } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import type { Cents } from "#core/money.ts"
import type { PositionSource } from "#core/places/coordinates.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets, products } from "#db/schema/index.ts"
import { CATEGORIES, type Category } from "./categories.ts"
import { deliveryFrom } from "./market-filters.ts"
import { coverPhoto, isFavorite, listed, type MarketHeader, marketHeader } from "./market-queries.server.ts"

/** The facts of a market that anyone may see without opening it: never a product's name, image or price. */
export type MarketCard = MarketHead & {
  /** The categories that it has products in, in the menu's order. */
  categories: Category[]
  productCount: number
}

/** A market's card without its products. */
export type MarketHead = MarketHeader & {
  lat: number | null
  lng: number | null
  positionSource: PositionSource | null
  /** Null if the search has no location. */
  distanceMiles: number | null
  openState: OpenState["state"]
  /** "Open until 7 pm" */
  openText: string
  photo: ImageAddress | null
  /**
   * The delivery fee to the searched location, or the lowest fee if there is none; null if the market does not deliver
   * there.
   */
  deliveryFromCents: Cents | null
  /** The next pickup window with a free slot: "Today, 1–2 pm". */
  nextPickup: string | null
  /** Whether it is one of the customer's favorites. */
  isFavorite: boolean
}

/** A market's products, in one read. */
const catalogue = sql`lateral (
  select count(*)::int product_count, coalesce(json_agg(distinct p.category), '[]') categories
  from products p where p.market_id = markets.id and p.retired_at is null) catalogue`

const head = {
  ...marketHeader,
  ...calendarColumns,
  lat: markets.lat,
  lng: markets.lng,
  positionSource: markets.positionSource,
  photo: coverPhoto,
  isFavorite,
}

const wanted = and(sql`${markets.id} = any(${sql.placeholder("ids")}::uuid[])`, listed)

const cardsById = prepared((db) =>
  db
    .select({
      ...head,
      categories: sql<string[]>`catalogue.categories`,
      productCount: sql<number>`catalogue.product_count`,
    })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .innerJoin(catalogue, sql`true`)
    .where(wanted)
    .prepare("market_cards"),
)

const headsById = prepared((db) =>
  db.select(head).from(markets).leftJoin(marketCalendars, itsCalendar).where(wanted).prepare("market_heads"),
)

type FoundMarket = { id: string; distanceMiles: number | null }

/** The cards of these markets, in this order. Markets that may not sell now are left out. */
export async function marketCards(ctx: Context, found: readonly FoundMarket[]): Promise<MarketCard[]> {
  if (found.length === 0) return []
  const rows = await cardsById(ctx.db).execute(valuesFor(ctx, found))
  const heads = await toHeads(ctx, found, rows)
  return heads.map(({ categories, ...card }) => ({
    ...card,
    categories: CATEGORIES.filter((category) => categories.includes(category)),
  }))
}

/** The cards of these markets without their products, which would be most of the rows to load. */
export async function marketHeads(ctx: Context, found: readonly FoundMarket[]): Promise<MarketHead[]> {
  if (found.length === 0) return []
  return toHeads(ctx, found, await headsById(ctx.db).execute(valuesFor(ctx, found)))
}

const valuesFor = (ctx: Context, found: readonly FoundMarket[]) => ({
  ids: found.map(({ id }) => id),
  customerId: ctx.actor.role === "customer" ? ctx.actor.userId : null,
})

type HeadRow = Awaited<ReturnType<ReturnType<typeof headsById>["execute"]>>[number]

async function toHeads<Row extends HeadRow>(
  ctx: Context,
  found: readonly FoundMarket[],
  rows: readonly Row[],
) {
  const now = ctx.now()
  const sellers = found.flatMap(({ id, distanceMiles }) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...row, distanceMiles, calendar: toCalendar(row) }] : []
  })
  const pickups = await listNextPickups(ctx.db, sellers, now)
  return sellers.map(({ calendar, row: _row, dates: _dates, timeZone, ...card }) => {
    const state = openState(calendar.calendar, now, timeZone)
    const next = pickups.get(card.id)
    return {
      ...card,
      openState: state.state,
      openText: openStateText(state, now, timeZone),
      deliveryFromCents: deliveryFrom({ calendar, distanceMiles: card.distanceMiles }, ctx.rates.delivery),
      nextPickup: next ? windowText(next, now, timeZone) : null,
    }
  })
}

/** The target of a link to a market's or a product's page. */
export type SharedLink = { marketId: string } | { productId: string }

/**
 * The market behind a shared link, with the facts that anyone may see; for a product's link, only its market is shown.
 * Throws `not_found`, also for a market that may not sell now.
 */
export async function viewSharedMarket(ctx: Context, link: SharedLink): Promise<MarketCard> {
  const marketId = "marketId" in link ? link.marketId : await marketOf(ctx, link.productId)
  const [market] = isId(marketId) ? await marketCards(ctx, [{ id: marketId, distanceMiles: null }]) : []
  if (!market) throw notFound("This market")
  return market
}

async function marketOf(ctx: Context, productId: string): Promise<string | null> {
  if (!isId(productId)) return null
  const [product] = await ctx.db
    .select({ marketId: products.marketId })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.retiredAt)))
  return product?.marketId ?? null
}
