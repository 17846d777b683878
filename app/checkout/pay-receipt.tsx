import { OrderNoteText } from "#app/orders/order-note.tsx"
import { Card, Dash, Receipt } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { CheckoutView } from "#core/checkout/view-checkout.server.ts"

/** What is being paid for, market by market, and what it comes to. */
export function PayReceipt({ checkout }: { checkout: CheckoutView }) {
  const isTimed = checkout.markets.some(({ windowText, readyText }) => windowText ?? readyText)
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
              label: `${line.quantity} × ${line.name}${line.size ? `, ${line.size}` : ""}`,
              value: moneyText(line.unitPriceCents * line.quantity),
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
      <p className="soft space-above">All sales are final</p>
    </Card>
  )
}

function howItComes({ fulfilment, shipTo }: CheckoutView): string {
  if (fulfilment === "pickup" || !shipTo) return "Pick up"
  const { address, addressOne, city, state, zip } = shipTo
  return `Delivery to ${[address, addressOne, city].filter(Boolean).join(", ")}, ${state} ${zip}`
}
