import { Card, Receipt } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerToday } from "#core/orders/list-seller-today.server.ts"
import { todayAddress } from "./today-address.ts"

type Props = Pick<SellerToday, "counts" | "later" | "receivedCents"> & { day: string | null }

/** Beside the list, or under it on a phone: what later days bring, and what today has brought. */
export function TodayAside({ counts, later, receivedCents, day }: Props) {
  return (
    <aside className="stack today-aside" aria-label="The day">
      {later.length > 0 && (
        <Card aria-labelledby="later">
          <h2 id="later">To pack later</h2>
          <ul className="today-later">
            {later.map(({ date, name, count }) => (
              <li key={date}>
                <Link
                  to={todayAddress({ stage: "pack", day: date })}
                  aria-current={date === day ? "page" : undefined}
                >
                  <span>{name}</span> <b className="num">{count}</b>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {counts.done > 0 && (
        <Card aria-labelledby="so-far">
          <h2 id="so-far">Today so far</h2>
          <Receipt
            lines={[
              { label: "Orders done", value: counts.done },
              { label: "You receive", value: moneyText(receivedCents), total: true },
            ]}
          />
        </Card>
      )}
      <Link to="/market-dashboard" className="text-link">
        Dashboard and payouts
      </Link>
    </aside>
  )
}
