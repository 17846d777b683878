import { and, eq, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { marketCalendars, markets } from "#db/schema/index.ts"
import { listBothWindows } from "../calendar/list-windows.server.ts"
import { type MarketWhen, marketWhen } from "../calendar/market-when.ts"
import { calendarColumns, toCalendar } from "../calendar/read-calendar.server.ts"
import { type SpecialDayText, specialDaysText } from "../calendar/special-days.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Accepted } from "../market/market-facts.ts"
import type { ImageAddress } from "../ports/images.ts"
import { categoryMenu } from "./categories.ts"
import { coverPhoto, listed, type MarketHeader, marketHeader } from "./market-queries.server.ts"
import { catalogueColumns, catalogueValues, type ProductPage, toProductPage } from "./product-cards.server.ts"

export type MarketView = {
  market: MarketHeader & { when: MarketWhen }
  about: MarketAbout
  /** The next days on which its hours are others. */
  specialDays: SpecialDayText[]
  categories: string[]
} & ProductPage

/** What the seller tells about the market beside its header. */
export type MarketAbout = Accepted & {
  story: string | null
  website: string | null
  photo: ImageAddress | null
}

/**
 * A market as a customer sees it: its header, the categories it sells in, and a page of its products. A market
 * that may not sell now is not found, like one that does not exist.
 */
export async function viewMarket(
  ctx: CustomerContext,
  input: { marketId: string; category?: string; page?: number; limit?: number },
): Promise<MarketView> {
  if (!isId(input.marketId)) throw notFound("This market")
  const asked = { ...input, page: input.page ?? 1 }
  const [found] = await byId(ctx.db).execute(catalogueValues(asked))
  if (!found) throw notFound("This market")
  const { categories, total, cards, about, row, dates, timeZone, ...facts } = found
  const calendar = toCalendar({ ...facts, row, dates, timeZone })
  const market = { ...facts, when: await whenOf(ctx, { ...facts, calendar }) }
  return {
    market,
    about,
    specialDays: specialDaysText(dates ?? [], ctx.now(), timeZone),
    categories: [...categoryMenu(categories)],
    ...toProductPage(asked, { total, cards }),
  }
}

async function whenOf(
  ctx: CustomerContext,
  market: { id: string; name: string; calendar: MarketCalendar },
): Promise<MarketWhen> {
  const now = ctx.now()
  return marketWhen(market, await listBothWindows(ctx.db, market, now), now)
}

const byId = prepared((db) =>
  db
    .select({
      ...marketHeader,
      ...calendarColumns,
      about: {
        story: markets.story,
        website: markets.website,
        acceptsSnap: markets.acceptsSnap,
        acceptsWic: markets.acceptsWic,
        acceptsMarketChecks: markets.acceptsMarketChecks,
        photo: coverPhoto,
      },
      ...catalogueColumns(db),
    })
    .from(markets)
    .leftJoin(marketCalendars, eq(marketCalendars.marketId, markets.id))
    .where(and(eq(markets.id, sql.placeholder("marketId")), listed))
    .prepare("view_market"),
)
