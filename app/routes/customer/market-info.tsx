import { Fragment } from "react"
import { data, redirect, useSearchParams } from "react-router"
import { daysOf, SpecialDays } from "#app/catalog/hours.tsx"
import { MarketAbout } from "#app/catalog/market-about.tsx"
import { categoryAddress, chosenIn } from "#app/catalog/market-address.ts"
import { FoundInMarket, isSearch, MarketSearchForm, readMarketSearch } from "#app/catalog/market-search.tsx"
import { OpenState, WhenCard } from "#app/catalog/open-state.tsx"
import { lastPageInstead, pageNumber } from "#app/catalog/page-number.ts"
import { ProductTiles } from "#app/catalog/product-tiles.tsx"
import { recall, remember } from "#app/catalog/remembered.ts"
import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { Pill } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { Pagination, Tabs } from "#app/ui/wayfinding.tsx"
import { isCategory } from "#core/catalog/categories.ts"
import { viewMarket } from "#core/catalog/view-market.server.ts"
import { searchInMarket } from "#core/search/search-in-market.server.ts"
import type { Route } from "./+types/market-info.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.market.name ?? "Market"} — Pushcart` },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const marketId = recall(request, "market", "letsee")
  if (!marketId) throw redirect("/home")
  const params = url.searchParams
  const asked = params.get("category") ?? ""
  const category = isCategory(asked) ? asked : undefined
  const chosen = { marketId, page: pageNumber(params), ...(category ? { category } : {}) }
  const search = readMarketSearch(params)
  const view = await ask(viewMarket(ctx, isSearch(search) ? { ...chosen, page: 1 } : chosen))
  const found = isSearch(search) ? await searchInMarket(ctx, { ...chosen, ...search }) : null
  lastPageInstead(url, found ?? view)
  const page = { ...view, ...found, words: found?.words ?? null, search, category: category ?? null }
  return data(page, { headers: remember("letsee", view.market.id) })
}

export default function MarketInfo({ loaderData }: Route.ComponentProps) {
  const { market, about, specialDays, categories, category, products, page, pages } = loaderData
  const { search, words, total } = loaderData
  const [params] = useSearchParams()
  const zip = params.get("zip")
  const menu = [null, ...categories].map((name) => ({
    label: name ?? "All",
    to: categoryAddress(market.id, params, name),
    current: name === category,
  }))
  return (
    <>
      {zip && (
        <p>
          <Link to={`/home?zip=${encodeURIComponent(zip)}`}>Markets near {zip}</Link>
        </p>
      )}
      <header className="market-head">
        <div>
          <h1>{market.name}</h1>
          <OpenState state={market.when.state} text={market.when.openText} />
          <MarketFacts market={market} />
          <SpecialDays days={specialDays} />
        </div>
        <Pill ground="butter">All sales are final</Pill>
      </header>
      <MarketAbout name={market.name} phone={market.phone} about={about} />
      <WhenCard when={market.when} />
      <div className="with-side">
        <Tabs side label="Categories" tabs={menu} />
        <div className="stack">
          <h2 className="sr-only">{category ?? "Products"}</h2>
          <MarketSearchForm marketId={market.id} params={params} search={search} />
          {words && (
            <FoundInMarket marketId={market.id} params={params} search={search} words={words} total={total} />
          )}
          {words && products.length === 0 ? (
            <EmptyState text="Nothing here matches. Try another word, or look through the categories." />
          ) : products.length === 0 ? (
            <EmptyState text="This market has not posted any products but will soon, come back later" />
          ) : (
            <ProductTiles
              products={products}
              hrefOf={({ id }) => `/view-product?product=${id}${chosenIn(params)}`}
              action="View Product"
            />
          )}
          <Pagination page={page} pages={pages} />
        </div>
      </div>
    </>
  )
}

/** Where and when, as one block of words: on a phone it is larger than any image, and so the largest paint. */
function MarketFacts({ market }: { market: Route.ComponentProps["loaderData"]["market"] }) {
  return (
    <p className="soft">
      {market.address}, {market.city}, {market.state} <span className="num">{market.zip}</span>
      {daysOf(market).map(([day, hours], index) => (
        <Fragment key={day}>
          {index === 0 ? <br /> : " · "}
          <b>{day}</b> {hours}
        </Fragment>
      ))}
    </p>
  )
}
