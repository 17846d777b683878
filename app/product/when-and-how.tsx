import { Card } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { ProductView } from "#core/catalog/view-product.server.ts"

type Props = { product: ProductView; place: string | null }

const NO_TIMES = "No times left this week"

/** The product's next pickup and delivery times, and the delivery fee. */
export function WhenAndHow({ product: { when, deliveryFromCents, distanceMiles }, place }: Props) {
  const { nextPickup, nextDelivery, delivers, orderFor } = when
  const deliversThere = delivers && deliveryFromCents !== null
  const fee = deliveryFromCents === null ? "" : moneyText(deliveryFromCents)
  return (
    <section className="stack product-part" aria-labelledby="when-and-how">
      <h2 id="when-and-how">When and how</h2>
      {orderFor && (
        <p>
          <b>{orderFor}</b>
        </p>
      )}
      <Card flush className="promises">
        <dl>
          <div>
            <dt>Next pickup</dt>
            <dd>{nextPickup ?? NO_TIMES}</dd>
            <dd className="soft">Free</dd>
          </div>
          <div>
            <dt>Next delivery</dt>
            {deliversThere ? (
              <>
                <dd>{nextDelivery ?? NO_TIMES}</dd>
                <dd className="soft num">
                  {distanceMiles === null ? `From ${fee}, by distance` : `${fee} to ${place}`}
                </dd>
              </>
            ) : (
              <>
                <dd>Pickup only</dd>
                <dd className="soft">
                  {delivers ? `${place} is too far away` : "This market doesn't deliver"}
                </dd>
              </>
            )}
          </div>
        </dl>
      </Card>
      <p className="soft">Choose a time in your cart.</p>
    </section>
  )
}
