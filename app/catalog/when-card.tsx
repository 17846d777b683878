import { Card } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import type { MarketWhen, WindowWords } from "#core/calendar/market-when.ts"

const NO_TIMES = "no times left this week"

type Props = {
  when: MarketWhen
  /** The costs of pickup and delivery: "$3.99 to 10001". */
  costs?: { pickup: string; delivery: string }
  /** Additional actions while the market takes no orders. */
  children?: Elements
}

/** The next pickup and delivery times of a market, or why it takes no orders. */
export function WhenCard({ when, costs, children }: Props) {
  const { closedText, orderFor, nextPickup, nextDelivery, pickups, deliveries, delivers } = when
  if (closedText)
    return (
      <Card className="stack when">
        <p>{closedText}</p>
        <p className="soft">You can still look around.</p>
        {children}
      </Card>
    )
  const delivery = delivers ? (nextDelivery ?? NO_TIMES) : "not offered"
  return (
    <Card className="stack when">
      {orderFor && <h2>{orderFor}</h2>}
      <dl className="when-next">
        <div>
          <dt className="soft">{`${delivers ? "Next delivery" : "Delivery"} `}</dt>
          <dd>
            <b>{delivery}</b>
            {orderFor && <Windows windows={deliveries} />}
            {delivers && costs && <span className="soft num">{costs.delivery}</span>}
          </dd>
        </div>
        <div>
          <dt className="soft">Next pickup </dt>
          <dd>
            <b>{nextPickup ?? NO_TIMES}</b>
            {orderFor && <Windows windows={pickups} />}
            {costs && <span className="soft num">{costs.pickup}</span>}
          </dd>
        </div>
      </dl>
      {orderFor && <p className="soft">Choose a time in your cart.</p>}
    </Card>
  )
}

/** The windows after the first free one, which is shown above: "Also noon–2 pm, 2–4 pm (full)". */
function Windows({ windows }: { windows: readonly WindowWords[] }) {
  const first = windows.find(({ isFull }) => !isFull)
  const others = windows.filter((window) => window !== first)
  if (others.length === 0) return null
  const day = first && dayOf(first.text)
  const texts = others.map(({ text, isFull }) => {
    const hours = dayOf(text) === day ? text.slice(dayOf(text).length) : text
    return isFull ? `${hours} (full)` : hours
  })
  return <span className="soft num">{`Also ${texts.join(", ")}`}</span>
}

/** "Sat, Nov 28, " of "Sat, Nov 28, 9–10 am". */
const dayOf = (text: string) => text.slice(0, text.lastIndexOf(", ") + 2)
