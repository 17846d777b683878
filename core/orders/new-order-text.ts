import { countText } from "#core/count-text.ts"
import { type Cents, formatMoney } from "#core/money.ts"
import { inSentence } from "./due-text.ts"
import type { Fulfilment } from "./statuses.ts"

/** A new order that nobody at the market has acknowledged. */
export type NewOrder = {
  id: string
  number: number
  firstName: string
  fulfilment: Fulfilment
  /** "10–11 am" today, "Tomorrow, 9–11 am"; in a message, "Sat, Nov 28, 9–11 am" */
  due: string
  /** The number of items, counting each unit. */
  items: number
  /** What the seller earns from it, after fees. */
  receivedCents: Cents
}

/** "Joe, pickup 9–10 am, 7 items, you receive $43.70": what a seller has to know of a new order at once. */
export function newOrderText({ firstName, fulfilment, due, items, receivedCents }: NewOrder): string {
  const count = countText(items, "item")
  return `${firstName}, ${fulfilment} ${inSentence(due)}, ${count}, you receive ${formatMoney(receivedCents)}`
}
