import "./orders.css"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { finalWeightText, type Measure, priceEachText, quantityText } from "#core/catalog/product.ts"
import { type Cents, times } from "#core/money.ts"

export type Line = Measure & {
  id: string
  category: string
  productName: string
  size: string
  quantity: number
  unitPriceCents: Cents
  /** How many of the quantity were refunded, and are not given. */
  refundedQuantity: number
  /** How many of the quantity were replaced by another line. */
  replacedQuantity: number
  /** What this line replaces, "Blueberries, pint"; null if it was ordered. */
  insteadOf: string | null
  /** What the market did not pack, and the refund of it. */
  difference: string | null
  imageContainer: string | null
  imageName: string | null
  /** The product's page, for the customer; null if it has none now. */
  productId?: string | null
}

/** The items of an order: category, name, quantity, and an amount, or a size with its price. */
export function OrderLines({ lines }: { lines: Line[] }) {
  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines" className="sr-only">
        Items
      </h2>
      <ul className="stack">
        {lines.map((line) => (
          <Card as="li" key={line.id} className="order-line">
            <StoredImage image={imageOf(line)} category={line.category} alt="" width={96} height={96} />
            <div>
              <p className="soft">{line.category}</p>
              <h3>
                {line.productId ? (
                  <Link to={`/view-product?product=${line.productId}`}>{line.productName}</Link>
                ) : (
                  line.productName
                )}
              </h3>
              {line.insteadOf && <p>{`instead of ${line.insteadOf}`}</p>}
              <p>
                Quantity <span className="num">{quantityText({ ...line, quantity: left(line) })}</span>
              </p>
              {line.byWeight && left(line) > 0 && <p>{finalWeightText({ ...line, quantity: left(line) })}</p>}
              {(line.refundedQuantity > 0 || line.difference) && (
                <p className="late">
                  {line.difference ?? `${line.refundedQuantity} of ${line.quantity} refunded`}
                </p>
              )}
              {line.replacedQuantity > 0 && <p>{`${line.replacedQuantity} of ${line.quantity} replaced`}</p>}
              <p>
                <span>{line.size && `Size ${line.size} · `}</span>
                <span className="num">{priceEachText(line.unitPriceCents, line)}</span>
              </p>
              <p>
                Amount <span className="num">{moneyText(times(line.unitPriceCents, left(line)))}</span>
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

const left = ({ quantity, refundedQuantity, replacedQuantity }: Line) =>
  quantity - refundedQuantity - replacedQuantity

const imageOf = ({ imageContainer, imageName }: Line) =>
  imageContainer && imageName ? { container: imageContainer, name: imageName } : null
