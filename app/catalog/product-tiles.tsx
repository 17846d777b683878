import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { PriceTag } from "#app/ui/money.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { stockNote } from "#core/catalog/product.ts"
import type { ProductCard } from "#core/catalog/product-cards.server.ts"
import { unitPriceText } from "#core/catalog/units.ts"

/** Two side by side on a phone, 215 to 270 px elsewhere. */
const SIZES = "(min-width: 600px) 250px, (min-width: 352px) calc(50vw - 26px), calc(100vw - 40px)"

type Props = { products: readonly ProductCard[]; hrefOf: (product: ProductCard) => string; action: string }

/** A market's table, or a seller's own. */
export function ProductTiles({ products, hrefOf, action }: Props) {
  return (
    <ul className="tiles">
      {products.map((product) => (
        <ProductTile key={product.id} product={product} to={hrefOf(product)} action={action} />
      ))}
    </ul>
  )
}

type TileProps = { product: ProductCard; to: string; action: string }

/** A product on the table: image, name, price on its tag, and where to go from here. */
function ProductTile({ product, to, action }: TileProps) {
  const { name, category, image, priceCents, severalPrices, stock, unit, unitAmount } = product
  const note = stockNote(stock)
  const unitPrice = unitPriceText(priceCents, unit, unitAmount)
  return (
    <Card as="li" flush className="tile">
      <StoredImage image={image} category={category} alt="" width={270} height={170} sizes={SIZES} />
      <div className="tile-words">
        <h3>{name}</h3>
        {unitPrice && <p className="soft">{unitPrice}</p>}
        {note && <p className="low">{note}</p>}
      </div>
      <div className="split tile-foot">
        <PriceTag cents={priceCents} from={severalPrices} />
        <Link to={to} className="text-link" aria-label={`${action}: ${name}`}>
          {action}
        </Link>
      </div>
    </Card>
  )
}
