import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerDay } from "#core/orders/seller-day.server.ts"

type Props = {
  waiting: SellerDay["waiting"]
  draft: { name: string } | null
  failedPayout: { amountCents: number } | null
}

/** One line with a link for each thing that the seller has to do; renders nothing if there is none. */
export function NeedsAttention(props: Props) {
  const lines = linesOf(props)
  if (lines.length === 0) return null
  return (
    <Card aria-labelledby="needs-a-hand">
      <h2 id="needs-a-hand">Needs a hand</h2>
      <ul className="stack">
        {lines.map(({ text, to, label }) => (
          <li key={to} className="split-start">
            <span>{text}</span>
            <Link to={to} className="text-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function linesOf({ waiting: { count, first }, draft, failedPayout }: Props) {
  return [
    first && count === 1
      ? {
          text: `Order ${first.number} needs your attention. It will be refunded if you don't act.`,
          to: `/order-seller?OrderID=${first.id}`,
          label: "See the order",
        }
      : null,
    count > 1
      ? {
          text: `${count} orders need your attention. They will be refunded if you don't act.`,
          to: "/marketOrders",
          label: "View Orders",
        }
      : null,
    failedPayout
      ? {
          text: `Your last payout of ${moneyText(failedPayout.amountCents)} didn't go through.`,
          to: "/payout",
          label: "See why",
        }
      : null,
    draft
      ? {
          text: draft.name ? `You have an unfinished draft: ${draft.name}` : "You have an unfinished draft.",
          to: "/add-product",
          label: "Go on",
        }
      : null,
  ].filter((line) => line !== null)
}
