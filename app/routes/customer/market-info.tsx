import "#app/catalog/market-page.css"
import { data, redirect, useSearchParams } from "react-router"
import { CartBar, CartCard, CartWaits } from "#app/catalog/cart-bar.tsx"
import { cartHere } from "#app/catalog/cart-here.ts"
import { writeCoordinates } from "#app/catalog/coordinates-param.ts"
import { customerPlace } from "#app/catalog/customer-place.ts"
import { isSearch, type MarketChoice, pageParam, readMarketChoice } from "#app/catalog/market-choice.ts"
import { FoundProducts, Shelves } from "#app/catalog/market-goods.tsx"
import { MarketHead } from "#app/catalog/market-head.tsx"
import { MarketMenu } from "#app/catalog/market-menu.tsx"
import { MarketSearchForm } from "#app/catalog/market-search.tsx"
import { lastPageInstead } from "#app/catalog/page-number.ts"
import { paramOrCookie, setShopCookie } from "#app/catalog/shop-cookies.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import {
  type MarketPage,
  type Shelf,
  viewMarket,
  viewMarketPage,
  viewMarketShelves,
} from "#core/catalog/market-page.server.ts"
import { PRODUCTS_PER_PAGE, type ProductPage } from "#core/catalog/product-queries.server.ts"
import { listBuyAgain } from "#core/catalog/suggested-products.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { searchInMarket } from "#core/search/search-in-market.server.ts"
import type { SearchedWords } from "#core/search/search-text.ts"
import type { Route } from "./+types/market-info.ts"

const PRODUCTS_IN_A_LIST = 48

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.market.name ?? "Market"} — Pushcart` },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const marketId = paramOrCookie(request, "market", "letsee")
  if (!marketId) throw redirect("/home")
  const choice = readMarketChoice(url.searchParams)
  const place = await customerPlace(ctx, request)
  const where = { marketId, near: place?.center }
  const view = await orNotFound(showMarket(ctx, where, choice))
  if (view.found) lastPageInstead(url, view.found, pageParam(choice))
  const page = {
    ...view,
    choice,
    place,
    cart: cartHere(await viewCart(ctx), view.market.id),
    buyAgain: view.shelves ? await listBuyAgain(ctx, { marketId: view.market.id }) : [],
  }
  return data(page, { headers: setShopCookie("letsee", view.market.id) })
}

type Where = { marketId: string; near: Coordinates | undefined }

/** The market, with its shelves or with the products that the URL requests. */
type Shown = MarketPage & {
  shelves: Shelf[] | null
  found: ProductPage | null
  words: SearchedWords | null
}

async function showMarket(ctx: CustomerContext, where: Where, choice: MarketChoice): Promise<Shown> {
  const { as, category, page, search } = choice
  if (as === "shelves") return { ...(await viewMarketShelves(ctx, where)), found: null, words: null }
  const limit = as === "list" ? PRODUCTS_IN_A_LIST : PRODUCTS_PER_PAGE
  const wanted = { ...where, limit, ...(category ? { category } : {}) }
  if (isSearch(search)) {
    const market = await viewMarketPage(ctx, where)
    const { words, ...found } = await searchInMarket(ctx, { ...wanted, ...search, page })
    return { ...market, shelves: null, found, words }
  }
  const { products, total, pages, page: shown, ...market } = await viewMarket(ctx, { ...wanted, page })
  return { ...market, shelves: null, found: { products, total, pages, page: shown }, words: null }
}

export default function MarketInfo({ loaderData }: Route.ComponentProps) {
  const { market, categories, counts, productCount, choice, cart, place, shelves, found } = loaderData
  const [params] = useSearchParams()
  const takesOrders = market.when.closedText === null
  const goods = { marketId: market.id, params, cart, takesOrders }
  return (
    <>
      <MarketHead {...loaderData} back={backToResults(params, place)} />
      {!takesOrders && <CartWaits cart={cart} />}
      <div className="market-body">
        <div className="market-find">
          <MarketSearchForm
            marketId={market.id}
            params={params}
            search={choice.search}
            productCount={productCount}
          />
          <MarketMenu
            marketId={market.id}
            params={params}
            choice={choice}
            categories={categories}
            counts={counts}
            productCount={productCount}
          />
        </div>
        <CartCard
          from="this market"
          lines={cart.lines}
          count={cart.countHere}
          totalCents={cart.totalHereCents}
          elsewhere={cart.count - cart.countHere}
        />
        <div className="market-goods">
          {shelves && (
            <Shelves {...goods} shelves={shelves} buyAgain={loaderData.buyAgain} total={productCount} />
          )}
          {found && <FoundProducts {...goods} choice={choice} found={found} words={loaderData.words} />}
        </div>
      </div>
      <CartBar cart={cart} detail={cart.windowText} />
    </>
  )
}

/** A link to the markets near the customer's last search, or to all markets if there was none. */
function backToResults(params: URLSearchParams, place: Place | null) {
  const zip = params.get("zip")
  if (zip) return { label: `Markets near ${zip}`, to: `/home?${new URLSearchParams({ zip })}` }
  if (!place) return { label: "All markets", to: "/home" }
  const [name, value] =
    place.label === "you" ? ["near", writeCoordinates(place.center)] : ["zip", place.label]
  return { label: `Markets near ${place.label}`, to: `/home?${new URLSearchParams([[name, value]])}` }
}
