/** How a customer gets an order. One choice covers the whole cart. */
export const FULFILMENTS = ["pickup", "delivery"] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

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

export const PICKUP_STATUSES = ["pending", "ready to pick up", "picked up"] as const satisfies OrderStatus[]

type StatusFacts = { fulfilment: Fulfilment; status: OrderStatus | null }

/** Complete = in the customer's hands. */
export const isComplete = ({ fulfilment, status }: StatusFacts): boolean =>
  status === "delivered" || (fulfilment === "pickup" && status === "picked up")

/** What a person reads where a status stands. */
export const statusText = (status: OrderStatus | null): string => status ?? "Order placed"
