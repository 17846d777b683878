import type { MarketCard } from "#core/catalog/market-cards.server.ts"
import { formatMoney } from "#core/money.ts"

const MOST_NAMED = 3

/** "80 4th Ave, Brooklyn, NY 11217". */
export function MarketAddress({
  market,
}: {
  market: Pick<MarketCard, "address" | "city" | "state" | "zip">
}) {
  const { address, city, state, zip } = market
  return (
    <>
      <span>{`${address}, ${city}, ${state}`}</span> <span className="num">{zip}</span>
    </>
  )
}

/** "Vegetables, Fruits, Dairy +4 · 168 products". */
export function CategoriesText({ market }: { market: Pick<MarketCard, "categories" | "productCount"> }) {
  const { categories, productCount } = market
  if (productCount === 0) return <p className="soft">No products yet</p>
  const more = categories.length - MOST_NAMED
  return (
    <p>
      <span>{`${categories.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` +${more}` : ""} ·`}</span>{" "}
      <span className="num">{productCount}</span> <span>{productCount === 1 ? "product" : "products"}</span>
    </p>
  )
}

/** "Delivery from $3.99" or "Pickup only", and the next pickup time; renders nothing for a paused market. */
export function FulfilmentText({
  market,
}: {
  market: Pick<MarketCard, "deliveryFromCents" | "nextPickup" | "openState">
}) {
  const { deliveryFromCents, nextPickup, openState } = market
  if (openState === "paused") return <p className="fulfilment soft">Not taking orders right now</p>
  return (
    <p className="fulfilment">
      <b className="num">
        {deliveryFromCents === null ? "Pickup only" : `Delivery from ${formatMoney(deliveryFromCents)}`}
      </b>{" "}
      <span className="soft">
        {nextPickup ? `Pickup ${within(nextPickup)}` : "No pickup times this week"}
      </span>
    </p>
  )
}

/** "Today, 1–2 pm" in the middle of a sentence. */
const within = (window: string) => window.replace(/^To/, "to")
