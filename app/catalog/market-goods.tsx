import { LinkButton } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { MoreLink, Pagination } from "#app/ui/wayfinding.tsx"
import type { Shelf } from "#core/catalog/market-page.server.ts"
import type { ProductCard, ProductPage } from "#core/catalog/product-queries.server.ts"
import { countText } from "#core/count-text.ts"
import { PRODUCT_SORTS, type ProductSort, type SearchedWords } from "#core/search/search-text.ts"
import type { CartHere } from "./cart-here.ts"
import { categoryAddress, chosenIn, listAddress } from "./market-address.ts"
import { isSearch, type MarketChoice, pageParam } from "./market-choice.ts"
import { ProductTiles } from "./product-tiles.tsx"
import { SpellingNotice } from "./spelling-notice.tsx"
import { TileControl } from "./tile-control.tsx"

/** The props that every list of a market's products shares. */
export type Goods = {
  marketId: string
  params: URLSearchParams
  cart: CartHere
  /** Whether the market takes orders: if not, nothing can be added to the cart. */
  takesOrders: boolean
}

const EMPTY = "This market has not posted any products but will soon, come back later"

type ShelvesProps = Goods & { shelves: readonly Shelf[]; buyAgain: readonly ProductCard[]; total: number }

/** One row for each category, after a row of products bought before. */
export function Shelves({ shelves, buyAgain, total, ...goods }: ShelvesProps) {
  const { marketId, params } = goods
  if (shelves.length === 0) return <EmptyState text={EMPTY} />
  return (
    <>
      {buyAgain.length > 0 && (
        <section className="stack" aria-labelledby="buy-again">
          <div className="split shelf-head">
            <h2 id="buy-again">Buy again</h2>
            <MoreLink to="/customer-orders">Your past orders</MoreLink>
          </div>
          <Tiles {...goods} products={buyAgain} idPrefix="again" shelf />
        </section>
      )}
      {shelves.map(({ category, count, products }) => (
        <section key={category} className="stack" aria-label={category}>
          <div className="split shelf-head">
            <h2>{category}</h2>
            <SeeAll marketId={marketId} params={params} category={category} count={count} />
          </div>
          <Tiles {...goods} products={products} shelf />
        </section>
      ))}
      {total > 1 && (
        <p className="split-start">
          <LinkButton kind="plain" to={listAddress(marketId, params, null)}>
            {`See all ${total} products`}
          </LinkButton>
          <Link to={`${categoryAddress(marketId, params, null)}&page=1`}>Page by page</Link>
        </p>
      )}
    </>
  )
}

type SeeAllProps = Pick<Goods, "marketId" | "params"> & { category: string | null; count: number }

/** The link to one list of a category's products, or of all products. */
function SeeAll({ marketId, params, category, count }: SeeAllProps) {
  return (
    <MoreLink
      to={listAddress(marketId, params, category)}
      aria-label={`See all (${count}): ${category ?? "products"}`}
    >
      {`See all (${count})`}
    </MoreLink>
  )
}

type FoundProps = Goods & {
  choice: MarketChoice
  found: ProductPage
  words: SearchedWords | null
}

/** The products of a category, of a search, or all of them: in numbered pages, or as one list. */
export function FoundProducts({ choice, found, words, ...goods }: FoundProps) {
  const { marketId, params } = goods
  const { as, category, search } = choice
  const { products, page, pages, total } = found
  return (
    <section className="stack" aria-labelledby="products">
      <div className="split shelf-head">
        <h2 id="products">{category ?? (search.text ? "Found here" : "All products")}</h2>
        {as === "grid" && pages > 1 && !isSearch(search) && (
          <SeeAll marketId={marketId} params={params} category={category} count={total} />
        )}
      </div>
      {words && search.text && (
        <FoundInMarket marketId={marketId} params={params} choice={choice} words={words} total={total} />
      )}
      {total > 1 && <SortLinks params={params} sort={search.sort} />}
      {products.length > 0 ? (
        <Tiles {...goods} products={products} />
      ) : (
        <EmptyState
          text={
            search.text ? "Nothing here matches. Try another word, or look through the categories." : EMPTY
          }
        />
      )}
      <Pagination
        page={page}
        pages={pages}
        param={pageParam(choice)}
        namesFirst={as === "grid" && !params.has("category")}
      />
    </section>
  )
}

type FoundInMarketProps = Pick<FoundProps, "marketId" | "params" | "choice"> & {
  words: SearchedWords
  total: number
}

/** The number of results, and the words that were searched for if they differ from the typed ones. */
function FoundInMarket({ marketId, params, choice, words, total }: FoundInMarketProps) {
  const exactly = new URLSearchParams(params)
  exactly.set("market", marketId)
  exactly.set("exact", "1")
  exactly.delete(pageParam(choice))
  const category = params.get("category")
  const cleared = params.has("all")
    ? listAddress(marketId, params, choice.category)
    : categoryAddress(marketId, params, category)
  return (
    <>
      <SpellingNotice words={words} exactly={`/market-info?${exactly}`} />
      <p className="split-start">
        <span className="num">{`${countText(total, "product")} found`}</span>
        <Link className="text-link" to={cleared}>
          Clear the search
        </Link>
      </p>
    </>
  )
}

const SORT_LABELS: Record<ProductSort, string> = { name: "Name", price: "Price", newest: "Newest first" }
const SORTS: readonly [ProductSort | null, string][] = [
  [null, "Market's order"],
  ...PRODUCT_SORTS.map((sort): [ProductSort, string] => [sort, SORT_LABELS[sort]]),
]

/** Links for the sort order; each leads to the first page. */
function SortLinks({ params, sort }: { params: URLSearchParams; sort: ProductSort | null }) {
  const to = (wanted: ProductSort | null) => {
    const next = new URLSearchParams(params)
    if (params.has("page")) next.set("page", "1")
    next.delete("part")
    if (wanted) next.set("sort", wanted)
    else next.delete("sort")
    return `?${next}`
  }
  return (
    <p className="sorts">
      <span className="soft">Sort by</span>
      {SORTS.map(([wanted, label]) => (
        <Link
          key={label}
          className="sort"
          to={to(wanted)}
          aria-current={wanted === sort || undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </p>
  )
}

type TilesProps = Goods & { products: readonly ProductCard[]; idPrefix?: string; shelf?: boolean }

function Tiles({ params, cart, takesOrders, products, idPrefix = "product", shelf = false }: TilesProps) {
  const pageOf = ({ id }: ProductCard) => `/view-product?product=${id}${chosenIn(params)}`
  const controlOf = (product: ProductCard) =>
    takesOrders && (
      <TileControl
        product={product}
        to={pageOf(product)}
        lines={cart.lines}
        at={`${idPrefix}-${product.id}`}
      />
    )
  return (
    <ProductTiles
      products={products}
      hrefOf={pageOf}
      action="View Product"
      controlOf={controlOf}
      idPrefix={idPrefix}
      shelf={shelf}
    />
  )
}
