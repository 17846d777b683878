import { OrderNoteText } from "#app/orders/order-note.tsx"
import { Card, Dash, Receipt } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { amountText, FINAL_WEIGHT_TOTAL_TEXT, itemText } from "#core/catalog/product.ts"
import type { CheckoutView } from "#core/checkout/view-checkout.server.ts"
import { times } from "#core/money.ts"

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
  phone: fulfilment === "pickup" ? (phone ?? "") : null,
  itemsCents: checkout.itemsCents,
  taxCents: checkout.taxCents,
  deliveryCents: checkout.deliveryCents,
  totalCents: checkout.totalCents,
  markets: markets.map((market) => ({
    marketId: market.marketId,
    name: market.name,
    windowText: market.windowText,
    readyText: market.readyText,
    note: market.note,
    replacement: market.replacement,
    lines: market.lines,
  })),
})

type Receipted = ReturnType<typeof receiptOf>

/** The items to pay for, by market, and the total. */
export function PayReceipt({ checkout }: { checkout: Receipted }) {
  const isTimed = checkout.markets.some(({ windowText, readyText }) => windowText ?? readyText)
  const isByWeight = checkout.markets.some(({ lines }) => lines.some(({ byWeight }) => byWeight))
  return (
    <Card>
      <p className="lead">{howItComes(checkout)}</p>
      <Dash />
      {checkout.markets.map((market) => (
        <section key={market.marketId}>
          <h2>{market.name}</h2>
          {isTimed && (
            <p className="soft">{market.windowText ?? market.readyText ?? "As soon as possible"}</p>
          )}
          <OrderNoteText order={market} reader="customer" />
          <Receipt
            lines={market.lines.map((line) => ({
              label: itemText(line),
              value: amountText(times(line.unitPriceCents, line.quantity), line),
            }))}
          />
          <Dash />
        </section>
      ))}
      <Receipt
        lines={[
          { label: "Tax", value: moneyText(checkout.taxCents) },
          checkout.deliveryCents > 0 ? { label: "Delivery", value: moneyText(checkout.deliveryCents) } : null,
          { label: "Amount", value: moneyText(checkout.itemsCents) },
          { label: "Total", value: moneyText(checkout.totalCents), total: true },
        ]}
      />
      {isByWeight && <p className="soft space-above">{FINAL_WEIGHT_TOTAL_TEXT}</p>}
      <p className="soft space-above">All sales are final</p>
    </Card>
  )
}

function howItComes({ deliverTo }: Receipted): string {
  if (!deliverTo) return "Pick up"
  const { address, addressOne, city, state, zip } = deliverTo
  return `Delivery to ${[address, addressOne, city].filter(Boolean).join(", ")}, ${state} ${zip}`
}
