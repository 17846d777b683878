import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { PriceTag } from "#app/ui/money.tsx"
import { Picture } from "#app/ui/picture.tsx"
import type { ProductCard } from "#core/catalog/product-cards.server.ts"
import { stockNote } from "#core/catalog/stock-note.ts"

type Props = {
  product: ProductCard
  to: string
  action: string
  /** How many stand before it: the first pictures of a page come at once, the very first before all else. */
  index: number
}

/** A product on its market's table: picture, name, price on its tag, and where to go from here. */
export function ProductTile({ product, to, action, index }: Props) {
  const { name, category, image, priceCents, severalPrices, stock } = product
  const note = stockNote(stock)
  return (
    <Card as="li" flush className="tile">
      <Picture
        image={image}
        category={category}
        alt=""
        width={270}
        height={170}
        eager={index < 2}
        main={index === 0}
      />
      <div className="tile-words">
        <h3>{name}</h3>
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
