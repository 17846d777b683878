import { Card } from "#app/ui/card.tsx"
import type { MarketWhen } from "#core/calendar/market-when.ts"

/** "Open until 7 pm", with a dot in the color of its state. */
export function OpenState({ state, text }: { state: MarketWhen["state"] | null; text: string }) {
  return <p className={state ? `open-state open-state-${state}` : "open-state"}>{text}</p>
}

const NO_TIMES = "no times left this week"

/** What a market takes orders for: its next times, or why it takes none. */
export function WhenCard({ when }: { when: MarketWhen }) {
  const { closedText, orderFor, nextPickup, nextDelivery, delivers } = when
  if (closedText)
    return (
      <Card className="stack when">
        <p>{closedText}</p>
        <p className="soft">You can still look around.</p>
      </Card>
    )
  const times = (
    <p>
      <b>Pickup</b> {nextPickup ?? NO_TIMES} · <b>Delivery</b>{" "}
      {delivers ? (nextDelivery ?? NO_TIMES) : "not offered"}
    </p>
  )
  if (!orderFor) return <div className="when soft">{times}</div>
  return (
    <Card className="stack when">
      <h2>{orderFor}</h2>
      {times}
      <p className="soft">Choose a time in your cart.</p>
    </Card>
  )
}
