import "#app/purchases/purchases.css"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { PrintButton } from "#app/pick-list/print-button.tsx"
import { PurchasePartCard } from "#app/purchases/purchase-part.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { tipLabel } from "#core/cart/tip.ts"
import { add, type Cents, subtract, ZERO } from "#core/money.ts"
import { viewPurchase } from "#core/purchases/view-purchase.server.ts"
import { qrCode } from "#core/qr-code.server.ts"
import type { Route } from "./+types/purchase.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Receipt ${loaderData?.purchase.number ?? ""} — Pushcart` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const { customer, ...purchase } = await orNotFound(viewPurchase(ctx, url.searchParams.get("id") ?? ""))
  const parts = purchase.parts.map((part) => ({
    ...part,
    qr: part.fulfilment === "pickup" && part.isOpen ? qrCode(part.confirmation) : null,
  }))
  return { purchase: { ...purchase, name: `${customer.firstName} ${customer.lastName}`, parts } }
}

export default function Purchase({ loaderData: { purchase } }: Route.ComponentProps) {
  const { parts, paidAt, card, statementName, totalCents } = purchase
  const timeZone = parts[0]?.timeZone ?? "America/New_York"
  return (
    <div className="stack purchase">
      <div className="split">
        <div>
          <h1>Receipt</h1>
          <p className="soft num">{`Purchase ${purchase.number}`}</p>
        </div>
        <PrintButton />
      </div>
      <dl className="purchase-facts">
        <div>
          <dt>Bought by</dt>
          <dd>{purchase.name}</dd>
          <dd>{purchase.email}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>
            <DateText iso={paidAt.toISOString()} timeZone={timeZone} hasTime />
          </dd>
          {card && <dd>{card}</dd>}
        </div>
        <div>
          <dt>On your bank statement</dt>
          {statementName && <dd>{statementName}</dd>}
          <dd className="num">{moneyText(totalCents)}</dd>
        </div>
      </dl>
      {parts.map((part) => (
        <PurchasePartCard key={part.id} part={part} />
      ))}
      <Total purchase={purchase} />
      <LinkButton kind="plain" to="/customer-orders">
        All your orders
      </LinkButton>
    </div>
  )
}

function Total({ purchase }: { purchase: Route.ComponentProps["loaderData"]["purchase"] }) {
  const { parts, itemsCents, taxCents, deliveryCents, tipCents, totalCents } = purchase
  const refundedCents = add(ZERO, ...parts.flatMap(({ refunds }) => refunds.map(amountOf)))
  return (
    <Card className="stack" aria-labelledby="total">
      <h2 id="total">Total</h2>
      <Receipt
        lines={[
          { label: "Amount", value: moneyText(itemsCents) },
          { label: "Tax", value: moneyText(taxCents) },
          deliveryCents > 0 ? { label: "Delivery", value: moneyText(deliveryCents) } : null,
          tipCents > 0 ? { label: tipLabel(purchase.tipPercent), value: moneyText(tipCents) } : null,
          { label: "Total paid", value: moneyText(totalCents), total: true },
          refundedCents > 0 ? { label: "Refunded", value: moneyText(-refundedCents) } : null,
          refundedCents > 0
            ? {
                label: "You paid in the end",
                value: moneyText(subtract(totalCents, refundedCents)),
                total: true,
              }
            : null,
        ]}
      />
      <p className="soft">All sales are final</p>
    </Card>
  )
}

const amountOf = ({ amountCents }: { amountCents: Cents }) => amountCents
