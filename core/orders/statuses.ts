import type { RefundStatus } from "../payments/refund-states.ts"

/**
 * Every status an order can have. A delivery order starts with none (null): its seller has not acted yet.
 * `picked up` ends a pickup order; in a platform delivery it means that the courier has the goods.
 */
export const ORDER_STATUSES = [
  "pending",
  "ready to pick up",
  "picked up",
  "shipped",
  "waiting",
  "taken",
  "delivered",
  "cancelled",
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** How a customer gets an order. One choice covers the whole cart. */
export const FULFILMENTS = ["pickup", "delivery"] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

/** How the seller handed a pickup order over: to somebody who showed its confirmation code, or not. */
export const HANDED_OVER_WITH = ["code", "without code"] as const

export const PICKUP_STATUSES = ["pending", "ready to pick up", "picked up"] as const satisfies OrderStatus[]

type StatusFacts = { fulfilment: Fulfilment; status: OrderStatus | null }

/** Complete means that the customer has the goods. */
export const isComplete = ({ fulfilment, status }: StatusFacts): boolean =>
  status === "delivered" || (fulfilment === "pickup" && status === "picked up")

/** The status as people read it, in American spelling. */
export const statusText = (status: OrderStatus | null): string =>
  status === "cancelled" ? "canceled" : (status ?? "Order placed")

/** The customer's notification when an order reaches a status; null if the status does not concern them. */
export function customerMessage(number: number, market: string, status: OrderStatus | null): string | null {
  const order = `Your order ${number} from ${market}`
  switch (status) {
    case null:
    case "waiting":
      return null
    case "pending":
      return `${order} is being prepared.`
    case "ready to pick up":
      return `${order} is ready to pick up.`
    case "picked up":
      return `${order} was picked up.`
    case "shipped":
      return `${order} was shipped.`
    case "taken":
      return `${order} has a courier, who is on the way to the market.`
    case "delivered":
      return `${order} was delivered.`
    case "cancelled":
      return `${order} was canceled. Your money is on its way back to your card.`
  }
}

/** The message to a courier about why they no longer deliver an order that they had taken. */
export const lostMessage = (number: number, market: string, reason: string | null): string =>
  reason === null
    ? `Our team reassigned order ${number} from ${market}. You no longer need to deliver it.`
    : `Order ${number} from ${market} was canceled: “${reason}” You no longer need to deliver it.`

type MarketAddress = {
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
}

/**
 * The message to a courier about why an order that they had picked up was canceled, where to take the goods, and that
 * they keep the delivery fee unless the customer's bank took the payment back.
 */
export const calledOffMessage = (
  order: { number: number; cancelReason: string | null; chargedBackAt: Date | null },
  market: MarketAddress,
): string =>
  [
    `Order ${order.number} from ${market.name} was canceled after you picked it up: “${order.cancelReason ?? ""}”`,
    order.chargedBackAt ? "" : "You keep the delivery fee.",
    `Bring the goods back to ${market.name}, ${market.address}, ${market.city}, ${market.state} ${market.zip}, or call the market: ${market.phone}.`,
  ]
    .filter(Boolean)
    .join(" ")

/** Shown to the seller of an order that was canceled after a courier picked it up. */
export const KEEPS_EARNINGS = "A courier had picked it up: you keep what you earned for it."

/** The seller's notification of a canceled order. */
export function cancelledSaleMessage(
  order: Pick<Cancelled, "cancelReason" | "chargedBackAt" | "fulfilledAt"> & { number: number },
): string {
  const off = `Order ${order.number} was canceled`
  if (order.chargedBackAt) return `${off}: ${order.cancelReason}`
  if (order.fulfilledAt) return `${off} and refunded: “${order.cancelReason}” ${KEEPS_EARNINGS}`
  return `${off} and refunded: ${order.cancelReason}`
}

/** The seller's notification of a courier's step; null for steps that the seller made. */
export function sellerMessage(number: number, status: OrderStatus | null): string | null {
  switch (status) {
    case "waiting":
      return `The courier gave order ${number} back. It's waiting for another courier.`
    case "taken":
      return `A courier has taken order ${number} and is on the way to you.`
    case "picked up":
      return `The courier has picked up order ${number} and is on the way to the customer.`
    case "delivered":
      return `Order ${number} was delivered to the customer.`
    default:
      return null
  }
}

type Cancelled = {
  cancelledBy: "seller" | "admin" | "system" | "chargeback" | null
  cancelReason: string | null
  /** When the customer's bank took the payment back; null if it did not. */
  chargedBackAt: Date | null
  /** Set on a canceled order if a courier had picked it up: the seller and the courier are still paid. */
  fulfilledAt?: Date | null
}

export type Reader = "customer" | "seller"

export type Refund = { status: RefundStatus }

/** Who canceled an order, why, and where the money is, worded for the reader. */
export function cancelledText(order: Cancelled, reader: Reader, refunds: readonly Refund[] = []): string {
  const reason = order.cancelReason?.trim()
  const refunded = refundedText(refunds, reader)
  return [
    `${whoCancelled(order, reader)}${reason ? `: “${reason}”` : "."}`,
    order.chargedBackAt ? CHARGED_BACK[reader] : refunded,
    ...(reader === "seller" && order.fulfilledAt && !order.chargedBackAt ? [KEEPS_EARNINGS] : []),
  ].join(" ")
}

function whoCancelled({ cancelledBy }: Cancelled, reader: Reader): string {
  if (cancelledBy === null) return "This order was canceled"
  if (cancelledBy !== "seller") return "Pushcart canceled this order"
  return reader === "seller" ? "You canceled this order" : "The market canceled this order"
}

function refundedText(refunds: readonly Refund[], reader: Reader): string {
  if (refunds.some(({ status }) => status === "failed")) return SENT_AGAIN[reader]
  if (refunds.some(({ status }) => status === "closed")) return CHARGED_BACK[reader]
  const isSent = refunds.length > 0 && refunds.every(({ status }) => status !== "due")
  return isSent ? SENT_BACK[reader] : REFUNDED[reader]
}

const SENT_AGAIN: Record<Reader, string> = {
  customer: "Your bank didn't accept the refund. We're sending it again.",
  seller: "The customer's bank didn't accept the refund. We're sending it again.",
}

const REFUNDED: Record<Reader, string> = {
  customer: "Your money is on its way back to your card.",
  seller: "The customer gets a full refund.",
}

const SENT_BACK: Record<Reader, string> = {
  customer: "We refunded your card. It can take up to 10 days to appear on your statement.",
  seller: "The customer got a full refund.",
}

const CHARGED_BACK: Record<Reader, string> = {
  customer: "Your bank has already refunded you.",
  seller: "The customer's bank took the payment back.",
}

/** Who canceled an order, on an admin's order page. */
export const CANCELLED_BY: Record<NonNullable<Cancelled["cancelledBy"]>, string> = {
  seller: "The seller",
  admin: "An admin",
  system: "Pushcart, automatically",
  chargeback: "Pushcart, after a chargeback",
}
