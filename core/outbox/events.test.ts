import { expect, it } from "vitest"
import { ORDER_STATUSES } from "#core/orders/statuses.ts"
import { stepPush } from "#core/push/push-message.ts"
import { EVENTS } from "./events.ts"

const order = { orderId: crypto.randomUUID(), number: 100012 }

it("a push message is queued for the steps of an order that have one, and for no other", {
  tags: ["PUSH-1"],
}, () => {
  const isQueued = EVENTS["order.statusChanged"].jobs["push-order-step"]
  const queued: string[] = []
  for (const status of ORDER_STATUSES)
    for (const carriage of [undefined, "platform"] as const) {
      const payload = { orderId: order.orderId, customerId: "", sellerId: "", status, carriage }
      expect([status, carriage, isQueued(payload)]).toEqual([
        status,
        carriage,
        stepPush(order, status, carriage) !== undefined,
      ])
      if (isQueued(payload)) queued.push(carriage ? `${status} by a courier` : status)
    }
  expect(queued).toEqual([
    "ready to pick up",
    "ready to pick up by a courier",
    "picked up by a courier",
    "shipped",
    "shipped by a courier",
    "delivered",
    "delivered by a courier",
  ])
})
