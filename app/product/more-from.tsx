import { ProductTiles } from "#app/catalog/product-tiles.tsx"
import { TileControl } from "#app/catalog/tile-control.tsx"
import { MoreLink } from "#app/ui/wayfinding.tsx"
import type { LineAtMarket } from "#core/cart/cart-queries.server.ts"
import type { MoreFromMarket } from "#core/catalog/suggested-products.server.ts"

type Props = {
  more: MoreFromMarket
  marketName: string
  marketHref: string
  /** The cart's lines of this market; null if it takes no orders. */
  lines: readonly LineAtMarket[] | null
  hrefOf: (id: string) => string
}

/** A row of other products of the market, and a link to all of them. */
export function MoreFrom({ more: { products, total }, marketName, marketHref, lines, hrefOf }: Props) {
  if (products.length === 0) return null
  return (
    <section className="stack more-from" aria-labelledby="more-from">
      <div className="split">
        <h2 id="more-from">{`More from ${marketName}`}</h2>
        <MoreLink to={marketHref}>{`See all (${total})`}</MoreLink>
      </div>
      <ProductTiles
        products={products}
        hrefOf={({ id }) => hrefOf(id)}
        action="View Product"
        controlOf={(product) =>
          lines && (
            <TileControl
              product={product}
              to={hrefOf(product.id)}
              lines={lines}
              at={`product-${product.id}`}
            />
          )
        }
      />
    </section>
  )
}
