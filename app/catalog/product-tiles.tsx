import { Card } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Link } from "#app/ui/link.tsx"
import { PriceTag } from "#app/ui/money.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { priceNote, stockNote } from "#core/catalog/product.ts"
import type { ProductCard } from "#core/catalog/product-queries.server.ts"

/** Two columns on a phone, 215 to 270 px elsewhere. */
const SIZES = "(min-width: 600px) 250px, (min-width: 352px) calc(50vw - 26px), calc(100vw - 40px)"
const SHELF_SIZES = "(min-width: 1000px) 205px, (min-width: 768px) 30vw, 152px"

type Props = {
  products: readonly ProductCard[]
  hrefOf: (product: ProductCard) => string
  action: string
  /** Controls for the product, shown on top of the image. */
  controlOf?: (product: ProductCard) => Elements
  /** One row that scrolls sideways. */
  shelf?: boolean
  /** Prefix of the tiles' ids, for a page that lists a product twice. */
  idPrefix?: string
}

/** A grid or a row of product tiles, of a market or of a seller's own products. */
export function ProductTiles({ products, hrefOf, shelf = false, idPrefix = "product", ...tile }: Props) {
  return (
    <ul className={shelf ? "tiles shelf" : "tiles"}>
      {products.map((product) => (
        <ProductTile
          key={product.id}
          id={`${idPrefix}-${product.id}`}
          product={product}
          to={hrefOf(product)}
          sizes={shelf ? SHELF_SIZES : SIZES}
          {...tile}
        />
      ))}
    </ul>
  )
}

type TileProps = Pick<Props, "action" | "controlOf"> & {
  id: string
  product: ProductCard
  to: string
  /** The `sizes` attribute of the image. */
  sizes: string
}

/** A product: image, price tag, name and actions. The whole tile is the link. */
function ProductTile({ id, product, to, sizes, action, controlOf }: TileProps) {
  const { name, category, image, priceCents, severalPrices, stock } = product
  const note = stockNote(stock)
  const unitPrice = priceNote(priceCents, product)
  return (
    <Card as="li" flush className="tile" id={id} data-sold-out={stock <= 0 || undefined}>
      <div className="tile-picture">
        <StoredImage image={image} category={category} alt="" width={270} height={170} sizes={sizes} />
        {controlOf?.(product)}
      </div>
      <div className="tile-words">
        <PriceTag cents={priceCents} from={severalPrices} />
        <h3>{name}</h3>
        {unitPrice && <p className="soft">{unitPrice}</p>}
        {note && <p className="low">{note}</p>}
      </div>
      <Link to={to} className="text-link tile-link" aria-label={`${action}: ${name}`}>
        {action}
      </Link>
    </Card>
  )
}
