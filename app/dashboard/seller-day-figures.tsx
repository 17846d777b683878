import { todayAddress } from "#app/today/today-address.ts"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerDay } from "#core/orders/seller-day.server.ts"

type Props = { today: Omit<SellerDay, "waiting"> }

/** Today in four figures, each a link to its orders. */
export function SellerDayFigures({ today: { counts, receivedCents } }: Props) {
  const figures = [
    { label: "New", stage: "new" },
    { label: "To pack today", stage: "pack" },
    { label: "Ready", stage: "ready" },
    { label: doneText(counts.done, receivedCents), stage: "done" },
  ] as const
  return (
    <Card aria-labelledby="today">
      <h2 id="today">Today</h2>
      <ul className="figures">
        {figures.map(({ label, stage }) => (
          <li key={stage}>
            <Link to={todayAddress({ stage })}>
              <b className="num">{counts[stage]}</b>
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
