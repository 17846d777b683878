import { describe, expect, it } from "vitest"
import type { Role } from "#core/identity/roles.ts"
import { callEnd, mayCall } from "./phone-numbers.ts"
import { FULFILMENTS, isComplete, ORDER_STATUSES } from "./statuses.ts"

const ROLES = ["customer", "seller", "deliverer", "admin"] as const
const NOW = new Date("2026-11-25T18:00:00Z")
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const EVERY = FULFILMENTS.flatMap((fulfilment) =>
  [null, ...ORDER_STATUSES].map((status) => ({ fulfilment, status, deliveredAt: null as Date | null })),
)

/** "delivery taken": every fulfillment and status in which these two roles may call each other. */
const allowed = (caller: Role, callee: Role) =>
  EVERY.filter((order) => mayCall(caller, callee, order, NOW)).map(
    ({ fulfilment, status }) => `${fulfilment} ${status}`,
  )

describe("phone numbers", { tags: ["REACH-1"] }, () => {
  it("are for courier and customer of a delivery that is taken or picked up", () => {
    const withCourier = ["delivery picked up", "delivery taken"]
    expect(allowed("deliverer", "customer").toSorted()).toEqual(withCourier)
    expect(allowed("customer", "deliverer").toSorted()).toEqual(withCourier)
  })

  it("stay with them for an hour after it was delivered, and not a moment longer", () => {
    const delivered = (minutes: number) => ({
      fulfilment: "delivery" as const,
      status: "delivered" as const,
      deliveredAt: ago(minutes),
    })
    for (const [caller, callee] of [
      ["deliverer", "customer"],
      ["customer", "deliverer"],
    ] as const) {
      expect(mayCall(caller, callee, delivered(0), NOW)).toBe(true)
      expect(mayCall(caller, callee, delivered(59.99), NOW)).toBe(true)
      expect(mayCall(caller, callee, delivered(60), NOW)).toBe(false)
      const cancelled = { ...delivered(1), status: "cancelled" as const }
      expect(mayCall(caller, callee, cancelled, NOW)).toBe(false)
    }
    expect(mayCall("seller", "customer", delivered(0), NOW)).toBe(false)
    expect(mayCall("customer", "seller", delivered(0), NOW)).toBe(false)
  })

  it("name the moment at which they stop, as the rule has it", { tags: ["REACH-106"] }, () => {
    expect(callEnd(null, NOW)).toBeNull()
    expect(callEnd(ago(50), NOW)).toEqual({ at: ago(-10), seconds: 600 })
    expect(callEnd(ago(61), NOW)?.seconds).toBe(0)
  })

  it("are for market and customer of an order that is open", () => {
    for (const order of EVERY) {
      const exists =
        order.fulfilment === "pickup"
          ? ["pending", "ready to pick up", "picked up", "cancelled"].includes(String(order.status))
          : order.status !== "ready to pick up"
      const isOpen = exists && !isComplete(order) && order.status !== "cancelled"
      expect(mayCall("seller", "customer", order, NOW), JSON.stringify(order)).toBe(isOpen)
      expect(mayCall("customer", "seller", order, NOW), JSON.stringify(order)).toBe(isOpen)
    }
  })

  it("are for nobody else, whatever the order's status", () => {
    const pairs = ROLES.flatMap((caller) => ROLES.map((callee) => [caller, callee] as const))
    const silent = pairs.filter(([caller, callee]) => allowed(caller, callee).length === 0)
    const talking = pairs.filter((pair) => !silent.includes(pair)).map((pair) => pair.join(" → "))
    expect(talking).toEqual([
      "customer → seller",
      "customer → deliverer",
      "seller → customer",
      "deliverer → customer",
    ])
  })
})
