import { type Queued, type StepQueue, sendToApi } from "#app/step-queue/step-queue.ts"
import type { OrderStatus, PICKUP_STATUSES } from "#core/orders/statuses.ts"

/** A pickup order's status, set by the seller. */
export type StatusStep = Queued & { orderId: string; status: (typeof PICKUP_STATUSES)[number] }

/** A seller's Update uses the same step queue as a courier's taps, online or offline. */
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

/** The last chosen status of this order that waits to be sent. */
export const waitingStatus = (steps: readonly StatusStep[], orderId: string): OrderStatus | null =>
  steps.findLast((step) => step.orderId === orderId)?.status ?? null
