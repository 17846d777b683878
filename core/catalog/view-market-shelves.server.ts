import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { itsCalendar } from "../calendar/read-calendar.server.ts"
import type { CustomerContext } from "../context.ts"
import type { Coordinates } from "../places/coordinates.ts"
import type { Category } from "./categories.ts"
import {
  type MarketPage,
  marketPageColumns,
  requireMarket,
  theMarket,
  toMarketPage,
} from "./market-page.server.ts"
import { categoryCounts, type ProductCard, shelvesColumn, toCard } from "./product-cards.server.ts"

/** The first products of a category, and how many it has. */
export type Shelf = { category: Category; count: number; products: ProductCard[] }

export type MarketShelves = MarketPage & { shelves: Shelf[] }

/**
 * A market with one row of products for each category it sells in, in the menu's order; empty if it has no products.
 * Throws `not_found` as `viewMarket` does.
 */
export async function viewMarketShelves(
  ctx: CustomerContext,
  { marketId, near }: { marketId: string; near?: Coordinates | undefined },
): Promise<MarketShelves> {
  const found = await requireMarket(ctx, marketId, byId)
  const page = await toMarketPage(ctx, found, near)
  const cards = found.shelves.map(toCard)
  const shelves = page.categories.map((category) => ({
    category,
    count: page.counts[category] ?? 0,
    products: cards.filter((card) => card.category === category),
  }))
  return { ...page, shelves: shelves.filter(({ count }) => count > 0) }
}

const byId = prepared((db) =>
  db
    .select({ ...marketPageColumns, counts: categoryCounts, shelves: shelvesColumn(db) })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market_shelves"),
)
