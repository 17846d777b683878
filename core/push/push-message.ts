import type { Role } from "#core/identity/roles.ts"
import { openingText } from "#core/opening-alerts/opening-text.ts"
import type { OrderStatus } from "#core/orders/statuses.ts"

/**
 * The message that a device shows. Anyone near the screen can read it, so it names nobody except by first name, and
 * contains nothing but an order's number, a market that the customer asked about, or an amount that a seller receives.
 */
export type PushMessage = {
  readonly title: string
  readonly text: string
  /** The page that the message opens; it belongs to `role`. */
  readonly url: string
  readonly role: Role
  /** A newer message with the same tag replaces one that is shown or is still on its way. */
  readonly tag: string
}

export type PushedOrder = { readonly orderId: string; readonly number: number }

export const tagOf = ({ number }: PushedOrder) => `order-${number}`
const toCustomer = (order: PushedOrder) =>
  ({ role: "customer", url: `/order?OrderID=${order.orderId}`, tag: tagOf(order) }) as const
const toCourier = (order: PushedOrder) =>
  ({ role: "deliverer", url: "/deliveries", tag: tagOf(order) }) as const

/** The statuses that a customer may be waiting for. */
const STEPS: { readonly [S in OrderStatus]?: readonly [title: string, rest: string] } = {
  "ready to pick up": ["Your order is ready", "can be picked up."],
  shipped: ["Your order is on the way", "has left the market."],
  delivered: ["Your order was delivered", "is at your door."],
}

/** With a courier, "picked up" means the same to the customer as "shipped" without one. */
const stepOf = (status: string, carriage?: "platform") =>
  STEPS[(status === "picked up" && carriage ? "shipped" : status) as OrderStatus]

/** Whether a status is worth a push message. `carriage` is set for an order that a courier delivers. */
export const hasStepPush = (status: string, carriage?: "platform"): boolean =>
  stepOf(status, carriage) !== undefined

/** Undefined for a status without a push message (`hasStepPush`). */
export function stepPush(order: PushedOrder, status: string, carriage?: "platform"): PushMessage | undefined {
  const step = stepOf(status, carriage)
  return step && { ...toCustomer(order), title: step[0], text: `Order ${order.number} ${step[1]}` }
}

export const cancelledPush = (order: PushedOrder): PushMessage => ({
  ...toCustomer(order),
  title: "Your order was canceled",
  text: `Order ${order.number}: your money is on its way back.`,
})

export const refundPush = (order: PushedOrder): PushMessage => ({
  ...toCustomer(order),
  title: "You got a refund",
  text: `Part of order ${order.number} was refunded to your card.`,
})

/** `until` is a time, like "10:27 am". */
export const replacementPush = (order: PushedOrder, until: string): PushMessage => ({
  ...toCustomer(order),
  title: "Replace what is out?",
  text: `Order ${order.number}: answer by ${until}.`,
})

export const marketOpenedPush = (market: { readonly id: string; readonly name: string }): PushMessage => ({
  role: "customer",
  title: "Open again",
  text: openingText(market.name),
  url: `/market-info?market=${market.id}`,
  // Push services accept tags of at most 32 characters.
  tag: market.id.replaceAll("-", ""),
})

export const newDeliveryPush = (order: PushedOrder): PushMessage => ({
  ...toCourier(order),
  title: "New delivery near you",
  text: `Order ${order.number} is waiting for a courier.`,
})

export const lostDeliveryPush = (order: PushedOrder): PushMessage => ({
  ...toCourier(order),
  title: "Your delivery was canceled",
  text: `You no longer need to deliver order ${order.number}.`,
})

export const applicationPush = (role: "seller" | "deliverer"): PushMessage => ({
  title: "New application",
  text: role === "seller" ? "A seller is waiting for approval." : "A courier is waiting for approval.",
  role: "admin",
  url: "/admin-dashboard",
  tag: `applications-${role}`,
})

export const testPush = (role: Role): PushMessage => ({
  title: "It works",
  text: "This device gets notifications from Pushcart.",
  role,
  url: "/account#devices",
  tag: "test",
})
