import "./orders.css"
import { Notice } from "#app/ui/states.tsx"
import { ProgressBar } from "#app/ui/wayfinding.tsx"
import {
  cancelledText,
  type Fulfilment,
  isComplete,
  type OrderStatus,
  type Refund,
  statusText,
} from "#core/orders/statuses.ts"

type Props = {
  /** Whether the seller's own courier delivers, and the carrier. None for a pickup. */
  delivery?: { hasDeliverer: boolean | null; carrier: string | null } | null | undefined
  order: { fulfilment: Fulfilment; status: OrderStatus | null } & Parameters<typeof cancelledText>[0]
  refunds?: readonly Refund[]
}

const PICKUP = ["pending", "ready to pick up", "picked up"] as const
/**
 * The certain steps of an order that was picked up: its market may have handed it over immediately, without the others.
 */
const PICKED_UP = ["pending", "picked up"] as const
const OWN = ["Order placed", "pending", "delivered"] as const
const SHIPPED = ["Order placed", "pending", "shipped", "delivered"] as const
const PLATFORM = ["Order placed", "waiting", "taken", "picked up", "delivered"] as const

/** The progress of an order for its seller, as the steps of a pickup or of a delivery. */
export function OrderProgress({ order, delivery = null, refunds = [] }: Props) {
  const { status } = order
  if (status === "cancelled") return <Notice kind="bad">{cancelledText(order, "seller", refunds)}</Notice>
  const steps = [...stepsOf(order, delivery)] as string[]
  const current = steps.indexOf(statusText(status))
  return (
    <div aria-live="polite" className="stack">
      <p className="display status-now">{statusText(status)}</p>
      <ProgressBar steps={steps} current={isComplete(order) ? steps.length : current} />
    </div>
  )
}

/** All steps of this kind of order: pickup, platform courier, the seller's own courier, or a carrier. */
function stepsOf({ fulfilment, status }: Props["order"], delivery: Props["delivery"]) {
  if (fulfilment === "pickup") return status === "picked up" ? PICKED_UP : PICKUP
  const platform = delivery?.hasDeliverer == null ? isPlatform(status) : !delivery.hasDeliverer
  if (platform) return PLATFORM
  return status === "shipped" || delivery?.carrier ? SHIPPED : OWN
}

const isPlatform = (status: OrderStatus | null) =>
  status === "waiting" || status === "taken" || status === "picked up"
