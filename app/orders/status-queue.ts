import { type Queued, type StepQueue, sendToApi } from "#app/step-queue/step-queue.ts"
import type { OrderStatus, PICKUP_STATUSES } from "#core/orders/statuses.ts"

/** A pickup order's status as the seller set it. */
export type StatusStep = Queued & { orderId: string; status: (typeof PICKUP_STATUSES)[number] }

/** A seller's Update goes the way that a courier's taps go, with the network or without. */
export const STATUS_QUEUE: StepQueue<StatusStep> = {
  name: "pushcart-order-statuses",
  signInPath: "/market?next=/marketOrders",
  about: ({ orderId }) => orderId,
  text: ({ orderNumber, status }) => `set order ${orderNumber} to ${status}`,
  done: ({ status }) => `The order is ${status} now.`,
  send: (step) => sendToApi(update(step), STATUS_QUEUE.text(step)),
}

const update = ({ orderId: id, status }: StatusStep) => ({
  path: "order/seller/updateOrder",
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ id, status }),
})

/** The status that waits to be sent for this order: the last one that was chosen. */
export const waitingStatus = (steps: readonly StatusStep[], orderId: string): OrderStatus | null =>
  steps.findLast((step) => step.orderId === orderId)?.status ?? null
