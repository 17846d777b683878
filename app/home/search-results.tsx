import { CartBar, CartCard } from "#app/catalog/cart-bar.tsx"
import { FavoriteButton } from "#app/catalog/favorite-button.tsx"
import { categoryAddress } from "#app/catalog/market-address.ts"
import { FulfilmentText } from "#app/catalog/market-facts.tsx"
import { OpenAndNear } from "#app/catalog/open-state.tsx"
import { SpellingNotice } from "#app/catalog/spelling-notice.tsx"
import { Stepper } from "#app/catalog/stepper.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { PriceTag } from "#app/ui/money.tsx"
import { EmptyState, Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { MoreLink, Pagination } from "#app/ui/wayfinding.tsx"
import type { CartLine, CartView } from "#core/cart/view-cart.server.ts"
import { isApparel } from "#core/catalog/categories.ts"
import { hasFilters, NO_FILTERS } from "#core/catalog/market-filters.ts"
import { priceNote, stockNote } from "#core/catalog/product.ts"
import type { ProductCard } from "#core/catalog/product-queries.server.ts"
import { withNext } from "#core/identity/own-path.ts"
import type { Place } from "#core/places/find-place.server.ts"
import type { MarketWithProducts, NearResults } from "#core/search/search-near.server.ts"
import { markWords, type SearchedWords } from "#core/search/search-text.ts"
import { type HomeSearch, homeAddress, homeFields } from "./home-search.ts"
import { SortLinks } from "./market-filter-chips.tsx"

type Props = { results: NearResults; search: HomeSearch; place: Place; cart: CartView }

/** The results near a place: a card for each market with its products below, and the cart next to them. */
export function SearchResults({ results, search, place, cart }: Props) {
  const { words, markets, total, page, pages, more } = results
  const searched = new URLSearchParams(homeFields({ ...search, filters: NO_FILTERS }))
  return (
    <section className="search-results" aria-labelledby="found">
      <div className="stack">
        <SpellingNotice words={words} exactly={homeAddress({ ...search, isExact: true })} />
        <div className="split">
          <div>
            <h2 id="found">
              <span className="search-words">{words.correctedTo ?? words.typed}</span>{" "}
              <span>{`near ${place.label}`}</span>
            </h2>
            {total > 0 && <p className="soft num">{countText(results)}</p>}
            {total > 1 && search.sort === "price" && <p className="soft">{priceText(results)}</p>}
          </div>
          {total > 1 && <SortLinks search={search} ofProducts />}
        </div>
        {total === 0 && <NothingFound search={search} place={place} />}
        <ul className="stack">
          {markets.map((market) => (
            <MarketResult
              key={market.id}
              market={market}
              lexemes={words.lexemes}
              searched={searched}
              cart={cart}
            />
          ))}
        </ul>
        <Pagination page={page} pages={pages} more={more} />
        {total > 0 && (
          <p>
            <Pill ground="butter">All sales are final</Pill>
          </p>
        )}
      </div>
      <CartCard
        from={marketsIn(cart).join(", ")}
        lines={cart.lines}
        count={cart.count}
        totalCents={cart.totalCents}
      />
      <CartBar cart={cart} detail={sellersText(cart)} />
    </section>
  )
}

/** The number of products and markets found; without products if only names matched. */
function countText({ totalProducts, total, more }: NearResults): string {
  const products =
    totalProducts === 0 ? "" : totalProducts === 1 ? "1 product at " : `${totalProducts} products at `
  const markets = total === 1 ? "1 market" : `${total} markets`
  return `${more ? "More than " : ""}${products}${markets} within 25 miles`
}

/** Explains among which markets the sort by price compares, and that it leaves out delivery and tax. */
const priceText = ({ total, more }: NearResults) =>
  `Lowest price first${more ? ` among the ${total} nearest markets` : ""}, before delivery and tax`

/** For visitors who are not signed in: only names were searched, and what signing in adds. */
export function NamesNotice({
  words,
  search,
  found,
}: {
  words: SearchedWords
  search: HomeSearch
  found: number
}) {
  return (
    <div className="stack">
      <SpellingNotice words={words} exactly={homeAddress({ ...search, isExact: true })} />
      <Notice kind="info">
        <p>
          <span>{`${found === 0 ? "No market near you is named" : "These are the markets named"} “${words.correctedTo ?? words.typed}”.`}</span>{" "}
          <Link to={withNext("/login", homeAddress(search))}>Log in</Link> to search what markets sell, or{" "}
          <Link to={homeAddress({ ...search, q: "" })}>see all markets near you</Link>.
        </p>
      </Notice>
    </div>
  )
}

function NothingFound({ search, place }: { search: HomeSearch; place: Place }) {
  if (hasFilters(search.filters))
    return (
      <EmptyState
        text="Nothing here fits these filters right now."
        button={{ label: "Clear filters", to: homeAddress({ ...search, filters: NO_FILTERS }) }}
      />
    )
  return (
    <EmptyState
      text={`No market within 25 miles of ${place.label} sells this. Try one plain word, like “eggs”, or look around the markets.`}
      button={{ label: `See markets near ${place.label}`, to: homeAddress({ ...search, q: "" }) }}
    />
  )
}

type MarketProps = {
  market: MarketWithProducts
  lexemes: readonly string[]
  /** The search to come back to after signing in. */
  searched: URLSearchParams
  cart: CartView
}

function MarketResult({ market, lexemes, searched, cart }: MarketProps) {
  const at = `market-${market.id}`
  const inside = categoryAddress(market.id, searched, null)
  const { products, matches } = market
  return (
    <Card as="li" flush id={at} className="market-result">
      <div className="market-result-head">
        {market.photo && (
          <StoredImage image={market.photo} category="" alt="" width={64} height={64} className="round" />
        )}
        <div className="market-result-words">
          <h3>
            <Marked text={market.name} lexemes={lexemes} />
          </h3>
          <OpenAndNear market={market} />
          <FulfilmentText market={market} />
        </div>
        <FavoriteButton
          marketId={market.id}
          marketName={market.name}
          isFavorite={market.isFavorite}
          at={at}
        />
      </div>
      {products.length > 0 && (
        <ul className="found-products">
          {products.map((product) => (
            <FoundProduct
              key={product.id}
              product={product}
              lexemes={lexemes}
              searched={searched}
              lines={cart.lines.filter(({ productId }) => productId === product.id)}
              takesOrders={market.openState !== "paused"}
            />
          ))}
        </ul>
      )}
      <div className="market-result-foot">
        {matches > products.length && (
          <p className="num">{`${products.length} of ${matches} that were found here`}</p>
        )}
        <MoreLink to={inside} aria-label={`Check the market out: ${market.name}`}>
          Check the market out
        </MoreLink>
      </div>
    </Card>
  )
}

type ProductProps = {
  product: ProductCard
  lexemes: readonly string[]
  searched: URLSearchParams
  /** The product's lines in the cart, one for each size. */
  lines: readonly CartLine[]
  takesOrders: boolean
}

function FoundProduct({ product, lexemes, searched, lines, takesOrders }: ProductProps) {
  const { id, name, category, image, priceCents, severalPrices, stock } = product
  const note = stockNote(stock)
  const unitPrice = priceNote(priceCents, product)
  const zip = searched.get("zip")
  const page = `/view-product?product=${id}${zip ? `&${new URLSearchParams({ zip })}` : ""}`
  const isSoldOut = stock <= 0
  const at = `product-${id}`
  return (
    <li id={at} className="found-product" data-sold-out={isSoldOut || undefined}>
      <StoredImage image={image} category={category} alt="" width={84} height={84} />
      <h4>
        <Link to={page}>
          <Marked text={name} lexemes={lexemes} />
        </Link>
      </h4>
      <div className="found-product-facts">
        <PriceTag cents={priceCents} from={severalPrices} />
        {unitPrice && <p className="soft num">{unitPrice}</p>}
        {note && <p className="low">{note}</p>}
        {isApparel(category) && lines.length > 0 && (
          <p className="soft num">{`${lines.reduce((sum, { quantity }) => sum + quantity, 0)} in your cart`}</p>
        )}
      </div>
      {!isSoldOut &&
        takesOrders &&
        (isApparel(category) ? (
          <LinkButton
            kind="plain"
            small
            className="choose-size"
            to={page}
            aria-label={`Choose a size: ${name}`}
          >
            Choose a size
          </LinkButton>
        ) : (
          <Stepper product={product} line={lines[0]} at={at} />
        ))}
    </li>
  )
}

function Marked({ text, lexemes }: { text: string; lexemes: readonly string[] }) {
  let at = 0
  return markWords(text, lexemes).map((part) => {
    const key = at
    at += part.text.length
    return part.isMarked ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>
  })
}

/** Compared by id: two markets may have the same name. */
const marketsIn = ({ lines }: CartView) => [
  ...new Map(lines.map(({ marketId, marketName }) => [marketId, marketName])).values(),
]

/** As many names as fit a phone's bar. */
function sellersText(cart: CartView): string | null {
  const [first, ...others] = marketsIn(cart)
  return first && others.length > 0 ? `From ${others.length + 1} markets` : (first ?? null)
}
