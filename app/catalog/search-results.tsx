import { Form } from "react-router"
import { itemsText } from "#app/cart/items-text.ts"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { Money, PriceTag } from "#app/ui/money.tsx"
import { EmptyState, Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { Pagination } from "#app/ui/wayfinding.tsx"
import type { CartView } from "#core/cart/view-cart.server.ts"
import { CATEGORIES, isApparel } from "#core/catalog/categories.ts"
import { hasFilters, NO_FILTERS } from "#core/catalog/market-filters.ts"
import { MAX_LINE_QUANTITY, stockNote } from "#core/catalog/product.ts"
import type { ProductCard } from "#core/catalog/product-cards.server.ts"
import { unitPriceText } from "#core/catalog/units.ts"
import { withNext } from "#core/identity/own-path.ts"
import { formatMiles } from "#core/places/distance.ts"
import type { Place } from "#core/places/find-place.server.ts"
import type { MarketWithProducts, NearResults } from "#core/search/search-near.server.ts"
import { markWords, type SearchedWords } from "#core/search/search-text.ts"
import { FavoriteButton } from "./favorite-button.tsx"
import { type HomeSearch, homeAddress, homeFields } from "./home-search.ts"
import { categoryAddress } from "./market-address.ts"
import { FulfilmentText } from "./market-facts.tsx"
import { SortLinks } from "./market-filter-chips.tsx"
import { OpenState } from "./open-state.tsx"
import { SpellingNotice } from "./spelling-notice.tsx"

type Props = { results: NearResults; search: HomeSearch; place: Place; cart: CartView }

/** What was found near a place: one card a market, its products below, and the cart beside them. */
export function SearchResults({ results, search, place, cart }: Props) {
  const { words, markets, total, page, pages, more } = results
  const searched = new URLSearchParams(homeFields({ ...search, filters: NO_FILTERS }))
  const inCart = new Map<string, number>()
  for (const { productId, quantity } of cart.lines)
    inCart.set(productId, (inCart.get(productId) ?? 0) + quantity)
  return (
    <section className="search-results" aria-labelledby="found">
      <div className="stack">
        <SpellingNotice words={words} exactly={homeAddress({ ...search, isExact: true })} />
        <div className="split">
          <div>
            <h2 id="found">
              <span className="search-words">{words.correctedTo ?? words.typed}</span> near {place.label}
            </h2>
            {total > 0 && <p className="soft num">{countText(results)}</p>}
            {total > 1 && search.sort === "price" && <p className="soft">{priceText(results)}</p>}
          </div>
          {total > 1 && <SortLinks search={search} ofProducts />}
        </div>
        <CategoryCounts results={results} search={search} />
        {total === 0 && <NothingFound search={search} place={place} />}
        <ul className="stack">
          {markets.map((market) => (
            <MarketResult
              key={market.id}
              market={market}
              lexemes={words.lexemes}
              searched={searched}
              inCart={inCart}
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
      {cart.count > 0 && <InYourCart cart={cart} />}
    </section>
  )
}

function countText({ totalProducts, total, more }: NearResults): string {
  const products = totalProducts === 1 ? "1 product" : `${totalProducts} products`
  const markets = total === 1 ? "1 market" : `${total} markets`
  return `${more ? "More than " : ""}${products} at ${markets} within 25 miles`
}

/** What "Price" compares, and what it leaves out. */
const priceText = ({ total, more }: NearResults) =>
  `Lowest price first${more ? ` among the ${total} nearest markets` : ""}, before delivery and tax`

/** For who is not signed in: what was looked through, and what else there is. */
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
          {found === 0 ? "No market near you is named" : "These are the markets named"} “
          {words.correctedTo ?? words.typed}”.{" "}
          <Link to={withNext("/login", homeAddress(search))}>Log in</Link> to search what markets sell, or{" "}
          <Link to={homeAddress({ ...search, q: "" })}>see all markets near you</Link>.
        </p>
      </Notice>
    </div>
  )
}

/** "All 8", "Meat 7": how many products each category has. */
function CategoryCounts({ results, search }: { results: NearResults; search: HomeSearch }) {
  const counts = CATEGORIES.flatMap((category) => {
    const count = results.categories[category]
    return count ? [{ category, count }] : []
  })
  if (counts.length < 2) return null
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const options = [{ category: null, count: all }, ...counts]
  return (
    <nav aria-label="Categories of what was found">
      <ul className="chips-row">
        {options.map(({ category, count }) => (
          <li key={category ?? "all"}>
            <Link
              className="chip"
              to={homeAddress({ ...search, filters: { ...search.filters, category } })}
              aria-current={search.filters.category === category || undefined}
              preventScrollReset
            >
              {category ?? "All"} <span className="num">{results.more ? `${count}+` : count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
  /** What was searched for, for the way back to it. */
  searched: URLSearchParams
  inCart: ReadonlyMap<string, number>
}

function MarketResult({ market, lexemes, searched, inCart }: MarketProps) {
  const at = `market-${market.id}`
  const inside = categoryAddress(market.id, searched, null)
  const { products, matches } = market
  return (
    <Card as="li" flush id={at} className="market-result">
      <div className="market-result-head">
        {market.photo && (
          <StoredImage image={market.photo} category="" alt="" width={64} height={64} className="round" />
        )}
        <div>
          <h3>
            <Marked text={market.name} lexemes={lexemes} />
          </h3>
          <div className="market-card-state">
            <OpenState state={market.openState} text={market.openText} />
            {market.distanceMiles !== null && <p className="num">{formatMiles(market.distanceMiles)}</p>}
          </div>
          <FulfilmentText market={market} />
        </div>
        <div className="market-result-ways">
          <FavoriteButton
            marketId={market.id}
            marketName={market.name}
            isFavorite={market.isFavorite}
            at={at}
          />
          <LinkButton kind="plain" to={inside} aria-label={`Check the market out: ${market.name}`}>
            Check the market out
          </LinkButton>
        </div>
      </div>
      {products.length > 0 && (
        <ul className="found-products">
          {products.map((product) => (
            <FoundProduct
              key={product.id}
              product={product}
              lexemes={lexemes}
              searched={searched}
              inCart={inCart.get(product.id) ?? 0}
              takesOrders={market.openState !== "paused"}
            />
          ))}
        </ul>
      )}
      {matches > products.length && (
        <p className="market-result-foot num">
          {products.length} of {matches} that were found here
        </p>
      )}
    </Card>
  )
}

type ProductProps = {
  product: ProductCard
  lexemes: readonly string[]
  searched: URLSearchParams
  inCart: number
  takesOrders: boolean
}

function FoundProduct({ product, lexemes, searched, inCart, takesOrders }: ProductProps) {
  const { id, name, category, image, priceCents, severalPrices, stock, unit, unitAmount } = product
  const note = stockNote(stock)
  const unitPrice = unitPriceText(priceCents, unit, unitAmount)
  const zip = searched.get("zip")
  const page = `/view-product?product=${id}${zip ? `&${new URLSearchParams({ zip })}` : ""}`
  const isSoldOut = stock <= 0
  const at = `product-${id}`
  return (
    <li id={at} className="found-product" data-sold-out={isSoldOut || undefined}>
      <StoredImage image={image} category={category} alt="" width={84} height={84} />
      <div className="found-product-words">
        <h4>
          <Link to={page}>
            <Marked text={name} lexemes={lexemes} />
          </Link>
        </h4>
        <p className="found-product-price">
          <PriceTag cents={priceCents} from={severalPrices} />{" "}
          {unitPrice && <span className="soft num">{unitPrice}</span>}
        </p>
        {note && <p className="low">{note}</p>}
        {inCart > 0 && <p className="soft num">{inCart} in your cart</p>}
      </div>
      {!isSoldOut && takesOrders && (
        <div className="found-product-add">
          {isApparel(category) ? (
            <LinkButton kind="plain" small to={page} aria-label={`Choose a size: ${name}`}>
              Choose a size
            </LinkButton>
          ) : (
            <AddButton product={product} at={at} isFull={inCart >= Math.min(stock, MAX_LINE_QUANTITY)} />
          )}
        </div>
      )}
    </li>
  )
}

/** One more of a product, on the spot. */
function AddButton({ product, at, isFull }: { product: ProductCard; at: string; isFull: boolean }) {
  return (
    <Form method="post" action="/add-to-cart" replace preventScrollReset>
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="quantity" value="1" />
      <ReturnField at={at} />
      <Button className="add-one" aria-label={`Add to the cart: ${product.name}`} disabled={isFull}>
        <Icon name="plus" />
      </Button>
    </Form>
  )
}

function Marked({ text, lexemes }: { text: string; lexemes: readonly string[] }) {
  let at = 0
  return markWords(text, lexemes).map((part) => {
    const key = at
    at += part.text.length
    return part.isMarked ? <mark key={key}>{part.text}</mark> : part.text
  })
}

/** Beside the results; on a phone a bar at the bottom of the screen. */
function InYourCart({ cart }: { cart: CartView }) {
  const sellers = [...new Set(cart.lines.map(({ marketName }) => marketName))]
  return (
    <Card as="aside" className="in-your-cart" aria-labelledby="in-your-cart">
      <h2 id="in-your-cart">In your cart</h2>
      <p className="soft">From {sellers.join(", ")}</p>
      <ul>
        {cart.lines.map((line) => (
          <li key={line.id} className="split">
            <span>
              <span className="num">{line.quantity}</span> × {line.productName}
            </span>
            <Money cents={line.lineCents} />
          </li>
        ))}
      </ul>
      <p className="split in-your-cart-total">
        <b className="num">{itemsText(cart.count)}</b>
        <b>
          <Money cents={cart.totalCents} />
        </b>
      </p>
      <LinkButton to="/shopping-cart">Go to Shopping Cart</LinkButton>
    </Card>
  )
}
