import { and, eq, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { markets } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Accepted } from "../market/market-facts.ts"
import type { ImageAddress } from "../ports/images.ts"
import { categoryMenu } from "./categories.ts"
import { coverPhoto, listed, type MarketHeader, marketHeader } from "./market-queries.server.ts"
import { catalogueColumns, catalogueValues, type ProductPage, toProductPage } from "./product-cards.server.ts"

export type MarketView = { market: MarketHeader; about: MarketAbout; categories: string[] } & ProductPage

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
  const { categories, total, cards, about, ...market } = found
  return {
    market,
    about,
    categories: [...categoryMenu(categories)],
    ...toProductPage(asked, { total, cards }),
  }
}

const byId = prepared((db) =>
  db
    .select({
      ...marketHeader,
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
    .where(and(eq(markets.id, sql.placeholder("marketId")), listed))
    .prepare("view_market"),
)
