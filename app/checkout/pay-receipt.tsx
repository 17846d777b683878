import type { FormAnswer } from "#app/forms/submit-form.ts"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { Card, Dash, Receipt } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { tipLabel } from "#core/cart/tip.ts"
import { amountText, FINAL_WEIGHT_TOTAL_TEXT, itemText } from "#core/catalog/product.ts"
import type { CheckoutView } from "#core/checkout/view-checkout.server.ts"
import { countText } from "#core/count-text.ts"
import { times } from "#core/money.ts"
import { mapAddress } from "#core/places/map-address.ts"
import { PayTip } from "./pay-tip.tsx"

/** Only the fields that the page shows, because the loader's data is readable in the page's source. */
export const receiptOf = ({ fulfilment, shipTo, phone, markets, ...checkout }: CheckoutView) => ({
  deliverTo:
    fulfilment === "delivery" && shipTo
      ? {
          address: shipTo.address,
          addressOne: shipTo.addressOne,
          city: shipTo.city,
          state: shipTo.state,
          zip: shipTo.zip,
        }
      : null,
  phone: markets.some((market) => market.fulfilment === "pickup") ? (phone ?? "") : null,
  itemsCents: checkout.itemsCents,
  taxCents: checkout.taxCents,
  deliveryCents: checkout.deliveryCents,
  tipCents: checkout.tipCents,
  tip: checkout.tip,
  tipChoices: checkout.tipChoices,
  deliveries: checkout.deliveries,
  totalCents: checkout.totalCents,
  markets: markets.map((market) => ({
    marketId: market.marketId,
    name: market.name,
    isPickup: market.fulfilment === "pickup",
    place: market.place,
    itemsCents: market.itemsCents,
    windowText: market.windowText,
    readyText: market.readyText,
    note: market.note,
    replacement: market.replacement,
    lines: market.lines,
  })),
})

type Receipted = ReturnType<typeof receiptOf>

/** For each market what, where and when, each with a link to change it, and the total. */
export function PayReceipt({ checkout, answer }: { checkout: Receipted; answer: FormAnswer | undefined }) {
  const isByWeight = checkout.markets.some(({ lines }) => lines.some(({ byWeight }) => byWeight))
  const isMixed = checkout.deliverTo !== null && checkout.markets.some(({ isPickup }) => isPickup)
  return (
    <Card>
      {!isMixed && (
        <div className="pay-fact">
          <p>{howItComes(checkout.deliverTo)}</p>
          <ChangeLink to={checkout.deliverTo ? "/ship-to" : "/shopping-cart"} what="how you get it" />
        </div>
      )}
      {checkout.markets.map((market) => (
        <MarketPart
          key={market.marketId}
          market={market}
          how={isMixed ? howItComes(market.isPickup ? null : checkout.deliverTo) : null}
        />
      ))}
      <Dash />
      <Receipt
        lines={[
          { label: "Amount", value: moneyText(checkout.itemsCents) },
          { label: "Tax", value: moneyText(checkout.taxCents) },
          checkout.deliveryCents > 0 ? { label: "Delivery", value: moneyText(checkout.deliveryCents) } : null,
          checkout.tipCents > 0
            ? { label: tipLabel(checkout.tip.percent), value: moneyText(checkout.tipCents) }
            : null,
          { label: "Total", value: moneyText(checkout.totalCents), total: true },
        ]}
      />
      {checkout.deliveries > 0 && (
        <PayTip
          tip={checkout.tip}
          choices={checkout.tipChoices}
          deliveries={checkout.deliveries}
          answer={answer}
        />
      )}
      {isByWeight && <p className="soft space-above">{FINAL_WEIGHT_TOTAL_TEXT}</p>}
      <p className="soft space-above">All sales are final</p>
    </Card>
  )
}

type PartProps = {
  market: Receipted["markets"][number]
  /** Where it is delivered, or that it is picked up; null if it is the same for all markets. */
  how: string | null
}

function MarketPart({ market, how }: PartProps) {
  const { name, isPickup, place, lines } = market
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className="pay-part">
      <h2>{name}</h2>
      {how !== null && (
        <div className="pay-fact">
          <p>{how}</p>
          <ChangeLink to={isPickup ? "/shopping-cart" : "/ship-to"} what={`how you get it from ${name}`} />
        </div>
      )}
      {isPickup && (
        <address>
          <a className="text-link" href={mapAddress(place)} target="_blank" rel="noreferrer">
            <span>{`${place.address}, ${place.city}, ${place.state} ${place.zip}`}</span>
            <span className="sr-only"> on a map</span>
          </a>
        </address>
      )}
      <div className="pay-fact">
        <p className="soft">{market.windowText ?? market.readyText ?? "As soon as possible"}</p>
        <ChangeLink to="/shopping-cart" what={`items and time of ${name}`} />
      </div>
      <OrderNoteText order={market} reader="customer" />
      <details>
        <summary className="pay-fact">
          <span className="pay-items">
            <b>{countText(count, "item")}</b>{" "}
            <span>{lines.map(({ productName }) => productName).join(", ")}</span>
          </span>
          <span className="num">{moneyText(market.itemsCents)}</span>
        </summary>
        <Receipt
          lines={lines.map((line) => ({
            label: itemText(line),
            value: amountText(times(line.unitPriceCents, line.quantity), line),
          }))}
        />
      </details>
    </section>
  )
}

const ChangeLink = ({ to, what }: { to: string; what: string }) => (
  <Link className="text-link" to={to}>
    <span>Change</span>
    <span className="sr-only">{` ${what}`}</span>
  </Link>
)

function howItComes(deliverTo: Receipted["deliverTo"]): string {
  if (!deliverTo) return "Pick up"
  const { address, addressOne, city, state, zip } = deliverTo
  return `Delivery to ${[address, addressOne, city].filter(Boolean).join(", ")}, ${state} ${zip}`
}
