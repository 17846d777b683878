import "#app/purchases/purchases.css"
import { Form, redirect } from "react-router"
import { requireContext } from "#app/guards/require-context.ts"
import { PlacedOrder } from "#app/purchases/placed-order.tsx"
import { Statement } from "#app/purchases/statement.tsx"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { tipLabel } from "#core/cart/tip.ts"
import { countText } from "#core/count-text.ts"
import { viewRecentPurchase } from "#core/purchases/view-purchase.server.ts"
import { qrCode } from "#core/qr-code.server.ts"
import type { Route } from "./+types/thanks-for-shopping.ts"

export const meta: Route.MetaFunction = () => [{ title: "Thank you for shopping — Pushcart" }]

/** Without a recent purchase of this customer, the page does not claim that an order was placed. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const purchase = await viewRecentPurchase(ctx, url.searchParams.get("purchase"))
  if (!purchase) throw redirect("/customer-orders")
  const { customer, ...facts } = purchase
  const parts = facts.parts.map(({ refunds: _onTheReceipt, ...part }) => ({
    ...part,
    qr: part.fulfilment === "pickup" && part.isOpen ? qrCode(part.confirmation) : null,
  }))
  return { purchase: { ...facts, firstName: customer.firstName, parts } }
}

export default function ThanksForShopping({ loaderData: { purchase } }: Route.ComponentProps) {
  const { parts, totalCents, card, email } = purchase
  const paid = [
    `You paid ${moneyText(totalCents)}`,
    parts.length > 1 ? " once" : "",
    card ? `, with ${card}.` : ".",
  ].join("")
  return (
    <div className="stack">
      <header className="thanks-head">
        <span className="thanks-check">
          <Icon name="check" width="30" height="30" />
        </span>
        <h1>{purchase.firstName ? `Thank you, ${purchase.firstName}` : "Thank you"}</h1>
        <p>
          <b>{placedText(parts.length)}</b> <span>{paid}</span>{" "}
          <span className="soft">{`A receipt is on its way to ${email}.`}</span>
        </p>
      </header>
      <div className="thanks-sheet">
        <div className="stack">
          {parts.map((part) => (
            <PlacedOrder key={part.id} part={part} isOnly={parts.length === 1} />
          ))}
        </div>
        <PaidReceipt purchase={purchase} />
      </div>
      <section className="thanks-end">
        <div>
          <h2>Thank you for shopping, you will be log out</h2>
          <p className="soft">
            <span>Continue signs you out on this device. To stay signed in, just</span>{" "}
            <Link to="/home">keep shopping</Link>.
          </p>
        </div>
        <Form method="post" action="/logout">
          <Button kind="plain">Continue</Button>
        </Form>
      </section>
    </div>
  )
}

function placedText(orders: number): string {
  if (orders === 1) return "Your order is placed."
  return orders === 2 ? "Both orders are placed." : `All ${orders} orders are placed.`
}

type Purchased = Route.ComponentProps["loaderData"]["purchase"]

/** The payment by market, and the way to the whole receipt. */
function PaidReceipt({ purchase }: { purchase: Purchased }) {
  return (
    <Card className="stack paid-receipt" aria-labelledby="receipt">
      <div className="split">
        <h2 id="receipt">Receipt</h2>
        <span className="soft num">{`Purchase ${purchase.number}`}</span>
      </div>
      <Receipt
        lines={[
          ...purchase.parts.map(({ market, lines, itemsCents }) => ({
            label: `${market.name}, ${countText(countOf(lines), "item")}`,
            value: moneyText(itemsCents),
          })),
          { label: "Tax", value: moneyText(purchase.taxCents) },
          purchase.deliveryCents > 0 ? { label: "Delivery", value: moneyText(purchase.deliveryCents) } : null,
          purchase.tipCents > 0
            ? { label: tipLabel(purchase.tipPercent), value: moneyText(purchase.tipCents) }
            : null,
          { label: "Total", value: moneyText(purchase.totalCents), total: true },
        ]}
      />
      <Statement card={purchase.card} statementName={purchase.statementName} />
      <div className="split">
        <LinkButton kind="plain" small to={`/purchase?id=${purchase.id}`}>
          View receipt
        </LinkButton>
        <span className="pill pill-butter">All sales are final</span>
      </div>
    </Card>
  )
}

const countOf = (lines: Purchased["parts"][number]["lines"]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
