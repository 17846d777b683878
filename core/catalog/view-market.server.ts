import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { itsCalendar } from "../calendar/read-calendar.server.ts"
import type { CustomerContext } from "../context.ts"
import type { Coordinates } from "../places/coordinates.ts"
import {
  type MarketPage,
  marketPageColumns,
  requireMarket,
  theMarket,
  toMarketPage,
} from "./market-page.server.ts"
import { catalogueColumns, catalogueValues, type ProductPage, toProductPage } from "./product-cards.server.ts"

export type MarketView = MarketPage & ProductPage

type Asked = {
  marketId: string
  category?: string
  page?: number
  limit?: number
  /** The customer's location, if they gave one. */
  near?: Coordinates | undefined
}

/**
 * A market as a customer sees it: its facts, the categories it sells in, and a page of its products. Throws `not_found`
 * for a market that may not sell now or does not exist.
 */
export async function viewMarket(ctx: CustomerContext, input: Asked): Promise<MarketView> {
  const asked = { ...input, page: input.page ?? 1 }
  const found = await requireMarket(ctx, input.marketId, byId, catalogueValues(asked))
  return { ...(await toMarketPage(ctx, found, input.near)), ...toProductPage(asked, found) }
}

const byId = prepared((db) =>
  db
    .select({ ...marketPageColumns, ...catalogueColumns(db) })
    .from(markets)
    .leftJoin(marketCalendars, itsCalendar)
    .where(theMarket)
    .prepare("view_market"),
)
