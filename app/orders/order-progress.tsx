import "./orders.css"
import { Notice } from "#app/ui/states.tsx"
import { ProgressBar } from "#app/ui/wayfinding.tsx"
import { cancelledText, type Reader } from "#core/orders/cancelled-text.ts"
import { type Fulfilment, isComplete, type OrderStatus, statusText } from "#core/orders/statuses.ts"

type Props = {
  /** Whether the seller's own person brings it; null or left out: the status tells, or nobody knows yet. */
  hasDeliverer?: boolean | null
  order: { fulfilment: Fulfilment; status: OrderStatus | null } & Parameters<typeof cancelledText>[0]
  reader: Reader
}

const PICKUP = ["pending", "ready to pick up", "picked up"] as const
const OWN = ["Order placed", "pending", "shipped", "delivered"] as const
const PLATFORM = ["Order placed", "waiting", "taken", "picked up", "delivered"] as const

/** How far the order is, in the words of its own kind of way. */
export function OrderProgress({ order, reader, hasDeliverer = null }: Props) {
  const { status, fulfilment } = order
  if (status === "cancelled") return <Notice kind="bad">{cancelledText(order, reader)}</Notice>
  const steps = [...stepsOf(fulfilment, status, hasDeliverer)] as string[]
  const current = steps.indexOf(statusText(status))
  return (
    <div aria-live="polite" className="stack">
      <p className="display status-now">{statusText(status)}</p>
      <ProgressBar steps={steps} current={isComplete(order) ? steps.length : current} />
    </div>
  )
}

function stepsOf(fulfilment: Fulfilment, status: OrderStatus | null, hasDeliverer: boolean | null) {
  if (fulfilment === "pickup") return PICKUP
  const platform = hasDeliverer === null ? isPlatform(status) : !hasDeliverer
  return platform ? PLATFORM : OWN
}

const isPlatform = (status: OrderStatus | null) =>
  status === "waiting" || status === "taken" || status === "picked up"
