import { type StepQueue, sendToApi } from "#app/step-queue/step-queue.ts"
import type { QueuedStep, StepKind } from "./queued-steps.ts"

const API = "pushcartexpress"

const VERBS: Record<StepKind, string> = { take: "take", pickUp: "pick up", deliver: "deliver" }
const DONE: Record<StepKind, string> = {
  take: "The delivery is yours.",
  pickUp: "Picked up. Next, deliver it to the customer.",
  deliver: "Delivered. Thank you!",
}

/** Every tap goes through the phone's own queue, online or offline, so that there is one path. */
export const COURIER_QUEUE: StepQueue<QueuedStep> = {
  name: "pushcart-deliveries",
  signInPath: "/express?next=/deliveries",
  about: ({ deliveryId }) => deliveryId,
  text: ({ kind, orderNumber }) => `${VERBS[kind]} order ${orderNumber}`,
  done: ({ kind }) => DONE[kind],
  send: (step) =>
    sendToApi(step.kind === "deliver" ? delivered(step) : moved(step), COURIER_QUEUE.text(step)),
}

/** Returns a delivery immediately. It is never queued, because other couriers wait for it. */
export const sendGiveBack = (deliveryId: string, orderNumber: number) =>
  sendToApi(put("giveBack", deliveryId), `give back order ${orderNumber}`)

const moved = ({ kind, deliveryId }: QueuedStep) => put(kind === "take" ? "takeOrder" : "pickUp", deliveryId)

const put = (path: string, sid: string) => ({
  path: `${API}/${path}`,
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ sid }),
})

function delivered({ deliveryId, photo }: QueuedStep) {
  const body = new FormData()
  body.set("shippingID", deliveryId)
  if (photo) body.set("id", photo, "delivered.jpg")
  return { path: `${API}/delivered`, method: "POST", body }
}
