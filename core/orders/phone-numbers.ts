import { HOUR_MS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

/** When a number stops being shown, of one that is shown for a time; `seconds` from now, where a clock may be wrong. */
export type CallEnd = { at: Date; seconds: number }

/** Somebody of an order whom its reader may call now. */
export type ToCall = { firstName: string; phone: string; end?: CallEnd | null }

/** While an order stands at what, two of its people may call each other. Its numbers are shown to nobody else. */
type CallRule = {
  readonly while: { readonly [F in Fulfilment]: readonly (OrderStatus | null)[] }
  /** So much longer after it was delivered. */
  readonly afterDeliveryMs: number
}

const WITH_COURIER: CallRule = {
  while: { pickup: [], delivery: ["taken", "picked up"] },
  // For what was left in the car.
  afterDeliveryMs: HOUR_MS,
}
/** While an order is open: neither with the customer nor cancelled. */
const WITH_MARKET: CallRule = {
  while: {
    pickup: ["pending", "ready to pick up"],
    delivery: [null, "pending", "shipped", "waiting", "taken", "picked up"],
  },
  afterDeliveryMs: 0,
}

/** The rule between two roles in either direction; null where they may never call. */
export function callRule(one: Role, other: Role): CallRule | null {
  if (one !== "customer" && other !== "customer") return null
  const side = one === "customer" ? other : one
  if (side === "deliverer") return WITH_COURIER
  return side === "seller" ? WITH_MARKET : null
}

/** Until when customer and courier may call each other; null while the delivery is not over. */
export function callEnd(deliveredAt: Date | null, now: Date): CallEnd | null {
  if (!deliveredAt) return null
  const at = new Date(deliveredAt.getTime() + WITH_COURIER.afterDeliveryMs)
  return { at, seconds: Math.max(0, (at.getTime() - now.getTime()) / 1000) }
}

type CallFacts = { fulfilment: Fulfilment; status: OrderStatus | null; deliveredAt: Date | null }

/**
 * Whether the `caller` of an order may have the number of the `callee`: the order's own customer, seller, or the courier
 * who has its delivery. A market's number is public besides, on the market's own page.
 */
export function mayCall(caller: Role, callee: Role, order: CallFacts, now: Date): boolean {
  const rule = callRule(caller, callee)
  if (!rule) return false
  if (rule.while[order.fulfilment].includes(order.status)) return true
  const { deliveredAt } = order
  const isDelivered = order.status === "delivered" && deliveredAt !== null
  return isDelivered && now.getTime() - deliveredAt.getTime() < rule.afterDeliveryMs
}
