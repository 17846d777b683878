import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerDay } from "#core/orders/seller-day.server.ts"

type Props = { today: Omit<SellerDay, "waiting"> }

/** Today in four figures, each a link to its orders. */
export function SellerDayFigures({ today: { fresh, toPack, ready, done, receivedCents } }: Props) {
  const figures = [
    { label: "New", count: fresh, to: "/marketOrders" },
    { label: "To pack today", count: toPack, to: "/marketOrders" },
    { label: "Ready", count: ready, to: "/marketOrders?status=ready+to+pick+up" },
    { label: doneText(done, receivedCents), count: done, to: "/marketOrders#completed" },
  ]
  return (
    <Card aria-labelledby="today">
      <h2 id="today">Today</h2>
      <ul className="figures">
        {figures.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to}>
              <b className="num">{count}</b>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const doneText = (done: number, receivedCents: number) =>
  done > 0 ? `Done today, ${moneyText(receivedCents)}` : "Done today"
