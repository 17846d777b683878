import { ProductTiles } from "#app/catalog/product-tiles.tsx"
import { MoreLink } from "#app/ui/wayfinding.tsx"
import type { MoreFromMarket } from "#core/catalog/more-from-market.server.ts"

type Props = { more: MoreFromMarket; marketName: string; marketHref: string; hrefOf: (id: string) => string }

/** A row of what else the market has, and the way to all of it. */
export function MoreFrom({ more: { products, total }, marketName, marketHref, hrefOf }: Props) {
  if (products.length === 0) return null
  return (
    <section className="stack more-from" aria-labelledby="more-from">
      <div className="split">
        <h2 id="more-from">More from {marketName}</h2>
        <MoreLink to={marketHref}>See all ({total})</MoreLink>
      </div>
      <ProductTiles products={products} hrefOf={({ id }) => hrefOf(id)} action="View Product" />
    </section>
  )
}
