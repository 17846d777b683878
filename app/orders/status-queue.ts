import { type Queued, type StepQueue, sendForm, sendToApi } from "#app/step-queue/step-queue.ts"
import type { SellerStep } from "#core/orders/seller-stages.ts"
import type { OrderStatus, PICKUP_STATUSES } from "#core/orders/statuses.ts"
import { doneText } from "./next-step-texts.ts"

/** A pickup order's status as Update set it, or a step of the seller's working page. */
export type StatusStep = Queued & { orderId: string } & (
    | { status: (typeof PICKUP_STATUSES)[number]; step?: never }
    | { step: SellerStep; code?: string; status?: never }
  )

/** A seller's steps use the same step queue as a courier's taps, online or offline. */
export const STATUS_QUEUE: StepQueue<StatusStep> = {
  name: "pushcart-order-statuses",
  signInPath: "/market?next=/marketOrders",
  about: ({ orderId }) => orderId,
  text: (step) =>
    step.step ? TEXTS[step.step](step.orderNumber) : `set order ${step.orderNumber} to ${step.status}`,
  done: (step) =>
    step.step
      ? doneText([{ number: step.orderNumber, move: step.step }])
      : `The order is ${step.status} now.`,
  send: (step) =>
    step.step
      ? sendForm("/order-step", formOf(step), STATUS_QUEUE.text(step))
      : sendToApi(update(step), STATUS_QUEUE.text(step)),
}

/** The queue on the working page, where a bar says what was done, with Undo. */
export const TODAY_QUEUE: StepQueue<StatusStep> = {
  ...STATUS_QUEUE,
  signInPath: "/market?next=/market-today",
  done: () => null,
}

const TEXTS: Record<SellerStep, (orderNumber: number) => string> = {
  acknowledge: (number) => `take order ${number} to pack`,
  setReady: (number) => `make order ${number} ready to pick up`,
  handOver: (number) => `hand over order ${number}`,
  offer: (number) => `offer order ${number} to couriers`,
  startDelivery: (number) => `take order ${number} to deliver ourselves`,
  markDelivered: (number) => `mark order ${number} delivered`,
}

const formOf = ({ orderId, step, code }: { orderId: string; step: SellerStep; code?: string }) => ({
  orderId,
  step,
  ...(code && { code }),
})

const update = ({ orderId: id, status }: { orderId: string; status: string }) => ({
  path: "order/seller/updateOrder",
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ id, status }),
})

/** The last chosen status of this order that waits to be sent. */
export const waitingStatus = (steps: readonly StatusStep[], orderId: string): OrderStatus | null =>
  steps.findLast((step) => step.orderId === orderId)?.status ?? null
