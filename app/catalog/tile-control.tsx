import { LinkButton } from "#app/ui/button.tsx"
import { isApparel } from "#core/catalog/categories.ts"
import type { ProductCard } from "#core/catalog/product-queries.server.ts"
import { Stepper } from "./stepper.tsx"

type Props = {
  product: ProductCard
  /** The product's page, where a size is chosen. */
  to: string
  /** The cart's lines of this market. */
  lines: readonly { id: string; productId: string; quantity: number }[]
  /** The id of the tile. */
  at: string
}

/** The tile's + button, or a link to choose a size; renders nothing if the product is sold out. */
export function TileControl({ product, to, lines, at }: Props) {
  if (product.stock <= 0) return null
  if (isApparel(product.category))
    return (
      <LinkButton
        kind="plain"
        small
        className="choose-size"
        to={to}
        aria-label={`Choose a size: ${product.name}`}
      >
        Choose a size
      </LinkButton>
    )
  return <Stepper product={product} line={lines.find(({ productId }) => productId === product.id)} at={at} />
}
