import "./orders.css"
import { Notice } from "#app/ui/states.tsx"
import { ProgressBar } from "#app/ui/wayfinding.tsx"
import {
  cancelledText,
  type Fulfilment,
  isComplete,
  type OrderStatus,
  type Reader,
  type Refund,
  statusText,
} from "#core/orders/statuses.ts"

type Props = {
  /** Who brings it: whether the seller's own person does, and by which carrier. None for a pickup. */
  delivery?: { hasDeliverer: boolean | null; carrier: string | null } | null | undefined
  order: { fulfilment: Fulfilment; status: OrderStatus | null } & Parameters<typeof cancelledText>[0]
  reader: Reader
  refunds?: readonly Refund[]
}

const PICKUP = ["pending", "ready to pick up", "picked up"] as const
/** What surely happened to an order that was picked up: its market may have handed it over at once. */
const PICKED_UP = ["pending", "picked up"] as const
const OWN = ["Order placed", "pending", "delivered"] as const
const SHIPPED = ["Order placed", "pending", "shipped", "delivered"] as const
const PLATFORM = ["Order placed", "waiting", "taken", "picked up", "delivered"] as const

/** How far the order is, in the words of its own kind of way. */
export function OrderProgress({ order, reader, delivery = null, refunds = [] }: Props) {
  const { status } = order
  if (status === "cancelled") return <Notice kind="bad">{cancelledText(order, reader, refunds)}</Notice>
  const steps = [...stepsOf(order, delivery)] as string[]
  const current = steps.indexOf(statusText(status))
  return (
    <div aria-live="polite" className="stack">
      <p className="display status-now">{statusText(status)}</p>
      <ProgressBar steps={steps} current={isComplete(order) ? steps.length : current} />
    </div>
  )
}

/** The steps that are behind this order and, while it is under way, those before it. */
function stepsOf({ fulfilment, status }: Props["order"], delivery: Props["delivery"]) {
  if (fulfilment === "pickup") return status === "picked up" ? PICKED_UP : PICKUP
  const platform = delivery?.hasDeliverer == null ? isPlatform(status) : !delivery.hasDeliverer
  if (platform) return PLATFORM
  return status === "shipped" || delivery?.carrier ? SHIPPED : OWN
}

const isPlatform = (status: OrderStatus | null) =>
  status === "waiting" || status === "taken" || status === "picked up"
