import { HOUR_MS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

/** When a number stops being shown. `seconds` is the time left, for devices whose clock may be wrong. */
export type CallEnd = { at: Date; seconds: number }

/** Someone on an order whom the viewer may call now. */
export type ToCall = { firstName: string; phone: string; end?: CallEnd | null }

/** When two roles on an order may call each other. */
type CallRule = {
  readonly while: { readonly [F in Fulfilment]: readonly (OrderStatus | null)[] }
  /** How long after delivery they may still call each other. */
  readonly afterDeliveryMs: number
}

const WITH_COURIER: CallRule = {
  while: { pickup: [], delivery: ["taken", "picked up"] },
  // Long enough to ask about items left in the courier's car.
  afterDeliveryMs: HOUR_MS,
}
/** While an order is open, that is, neither with the customer nor canceled. */
const WITH_MARKET: CallRule = {
  while: {
    pickup: ["pending", "ready to pick up"],
    delivery: [null, "pending", "shipped", "waiting", "taken", "picked up"],
  },
  afterDeliveryMs: 0,
}

/** The rule between two roles in either direction; null if they may never call each other. */
export function callRule(one: Role, other: Role): CallRule | null {
  if (one !== "customer" && other !== "customer") return null
  const side = one === "customer" ? other : one
  if (side === "deliverer") return WITH_COURIER
  return side === "seller" ? WITH_MARKET : null
}

/** Until when the customer and the courier may call each other; null before delivery. */
export function callEnd(deliveredAt: Date | null, now: Date): CallEnd | null {
  if (!deliveredAt) return null
  const at = new Date(deliveredAt.getTime() + WITH_COURIER.afterDeliveryMs)
  return { at, seconds: Math.max(0, (at.getTime() - now.getTime()) / 1000) }
}

type CallFacts = { fulfilment: Fulfilment; status: OrderStatus | null; deliveredAt: Date | null }

/**
 * Whether `caller` may see the phone number of `callee`, for an order's own customer, seller and courier. A market's
 * number is also public on the market's page.
 */
export function mayCall(caller: Role, callee: Role, order: CallFacts, now: Date): boolean {
  const rule = callRule(caller, callee)
  if (!rule) return false
  if (rule.while[order.fulfilment].includes(order.status)) return true
  const { deliveredAt } = order
  const isDelivered = order.status === "delivered" && deliveredAt !== null
  return isDelivered && now.getTime() - deliveredAt.getTime() < rule.afterDeliveryMs
}
