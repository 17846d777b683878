import { marketCards } from "../catalog/market-cards.server.ts"
import type { MarketSearchResult } from "../catalog/search-markets.server.ts"
import type { Context } from "../context.ts"
import { findNear, type NearSearch } from "./search-near.server.ts"
import type { SearchedWords } from "./search-text.ts"

/**
 * Markets within the search radius whose name has all words of the text, nearest first. People who are not signed in as
 * customers can search for nothing else.
 */
export async function searchMarketNames(
  ctx: Context,
  search: NearSearch,
): Promise<MarketSearchResult & { words: SearchedWords }> {
  const { shown, words, page, pages, total, more } = await findNear(ctx, search, { ofNames: true })
  return { words, page, pages, total, more, center: search.center, markets: await marketCards(ctx, shown) }
}
