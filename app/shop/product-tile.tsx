import { Link } from "react-router"
import { Card } from "#app/ui/card.tsx"
import { PriceTag } from "#app/ui/money.tsx"
import { Picture } from "#app/ui/picture.tsx"
import type { ProductCard } from "#core/catalog/product-cards.server.ts"
import { stockNote } from "#core/catalog/stock-note.ts"

type Props = {
  product: ProductCard
  to: string
  action: string
  /** The first pictures of a page come at once. */
  eager?: boolean
}

/** A product on its market's table: picture, name, price on its tag, and where to go from here. */
export function ProductTile({ product, to, action, eager = false }: Props) {
  const { name, category, image, priceCents, severalPrices, stock } = product
  const note = stockNote(stock)
  return (
    <Card as="li" flush className="tile">
      <Picture image={image} category={category} alt="" width={270} height={170} eager={eager} />
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
