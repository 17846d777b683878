import { describe, expect, it } from "vitest"
import { MINUTE_MS } from "#core/durations.ts"
import {
  type CustomerFacts,
  customerSteps,
  type DeliveryFacts,
  deliveredText,
  expectedOf,
  nextSentence,
  stateSentence,
} from "./customer-words.ts"
import { type Fulfilment, isComplete, ORDER_STATUSES, type OrderStatus } from "./statuses.ts"

const ZONE = "America/New_York"
/** Saturday, 10:00 am in New York. */
const placed = new Date("2026-06-13T14:00:00Z")
const at = (minutes: number) => new Date(placed.getTime() + minutes * MINUTE_MS)

const order = (fulfilment: Fulfilment, status: OrderStatus | null, facts: Partial<CustomerFacts> = {}) =>
  ({
    fulfilment,
    status,
    createdAt: placed,
    dueAt: at(60),
    windowStartsAt: null,
    windowEndsAt: null,
    clockStartsAt: null,
    acknowledgedAt: at(1),
    packedAt: null,
    bags: null,
    fulfilledAt: null,
    cancelledAt: null,
    cancelledBy: null,
    ...facts,
  }) satisfies CustomerFacts

const courier: DeliveryFacts = { carrier: null, hasPhoto: true, courierName: "Maya" }
const own: DeliveryFacts = { carrier: null, hasPhoto: false, courierName: null }

describe("the words of an order for its customer", { tags: ["ORDER-31"] }, () => {
  it.each<[Fulfilment, OrderStatus | null, DeliveryFacts, string]>([
    ["pickup", "pending", null, "The market is packing your order"],
    ["pickup", "ready to pick up", null, "Ready to pick up"],
    ["pickup", "picked up", null, "Picked up. Enjoy it!"],
    ["pickup", "cancelled", null, "Canceled"],
    ["delivery", null, null, "The market is packing your order"],
    ["delivery", "pending", own, "The market is packing your order"],
    ["delivery", "shipped", own, "Your order is on its way"],
    ["delivery", "shipped", { ...own, carrier: "UPS" }, "On its way with UPS"],
    ["delivery", "waiting", courier, "Waiting for a courier"],
    ["delivery", "taken", courier, "Maya is on the way to the market"],
    ["delivery", "picked up", courier, "Maya is on the way to you"],
    ["delivery", "picked up", null, "Your courier is on the way to you"],
    ["delivery", "delivered", courier, "Delivered. Enjoy it!"],
    ["delivery", "cancelled", courier, "Canceled"],
  ])("say of a %s that is %s what happens now", (fulfilment, status, delivery, sentence) => {
    expect(stateSentence(order(fulfilment, status), delivery)).toBe(sentence)
  })

  it("say whether the market has seen and packed it, and who canceled it", () => {
    const unseen = { acknowledgedAt: null }
    expect(stateSentence(order("pickup", "pending", unseen), null)).toBe("The market has your order")
    expect(stateSentence(order("delivery", null, unseen), null)).toBe("The market has your order")
    const packed = { packedAt: at(9), bags: 2 }
    expect(stateSentence(order("delivery", null, packed), null)).toBe("Your order is packed")
    expect(stateSentence(order("delivery", "pending", packed), own)).toBe(
      "The market is delivering your order",
    )
    expect(nextSentence(order("pickup", "ready to pick up", packed))).toBe(
      "Packed in 2 bags. Show the code at the market.",
    )
    expect(stateSentence(order("pickup", "cancelled", { cancelledBy: "seller" }), null)).toBe(
      "Canceled by the market",
    )
    expect(stateSentence(order("pickup", "cancelled", { cancelledBy: "system" }), null)).toBe(
      "Canceled by Pushcart",
    )
  })

  it("are whole for every status of both kinds, and end with the order", () => {
    for (const fulfilment of ["pickup", "delivery"] as const)
      for (const status of [null, ...ORDER_STATUSES]) {
        const one = order(fulfilment, status, { fulfilledAt: at(50), cancelledAt: at(50) })
        const delivery = fulfilment === "pickup" ? null : courier
        const isOver = status === "cancelled" || isComplete(one)
        expect(stateSentence(one, delivery)).toMatch(/^[A-Z]/)
        const steps = customerSteps(one, delivery, [], ZONE)
        expect(steps[0]).toEqual({
          name: "Order placed",
          detail: null,
          time: "Sat, Jun 13, 10 am",
          state: steps.length === 1 ? "now" : "done",
        })
        expect(steps.filter(({ state }) => state === "now")).toHaveLength(isOver ? 0 : 1)
        if (isOver) expect(expectedOf(one, at(0), ZONE)).toBeNull()
        if (isOver) expect(steps.every(({ state }) => state === "done")).toBe(true)
      }
  })

  it("give the time of each step, without those that were taken back", () => {
    const history = [
      { to: null, at: placed },
      { to: "waiting", at: at(10) },
      { to: "taken", at: at(20) },
      { to: "waiting", at: at(25) },
      { to: "taken", at: at(30) },
      { to: "picked up", at: at(45) },
    ]
    const on = order("delivery", "picked up", {
      packedAt: at(40),
      windowStartsAt: at(60),
      windowEndsAt: at(180),
    })
    expect(customerSteps(on, courier, history, ZONE).map(({ name, time }) => [name, time])).toEqual([
      ["Order placed", "Sat, Jun 13, 10 am"],
      ["The market saw it", "10:01 am"],
      ["Waiting for a courier", "10:10 am"],
      ["Taken by Maya", "10:30 am"],
      ["Packed", "10:40 am"],
      ["With the courier", "10:45 am"],
      ["Delivered", "Sat, Jun 13, 11 am–1 pm"],
    ])
    const undone = [
      { to: "ready to pick up", at: at(10) },
      { to: "pending", at: at(11) },
    ]
    expect(customerSteps(order("pickup", "pending"), null, undone, ZONE).map(({ name }) => name)).toEqual([
      "Order placed",
      "The market saw it",
      "Ready to pick up",
      "You pick it up",
    ])
  })

  it("say from payment on when it is expected, and that it is late", () => {
    const text = (one: CustomerFacts, now = at(5)) => expectedOf(one, now, ZONE)
    const window = { windowStartsAt: at(60), windowEndsAt: at(180), dueAt: at(60) }
    expect(text(order("pickup", "pending"))).toEqual({
      label: "Ready",
      text: "about Sat, Jun 13, 11 am",
      isLate: false,
    })
    expect(text(order("delivery", null))?.label).toBe("Ready to leave the market")
    expect(text(order("delivery", null, window))).toEqual({
      label: "Delivery",
      text: "Sat, Jun 13, 11 am–1 pm",
      isLate: false,
    })
    expect(text(order("pickup", "pending", { clockStartsAt: at(60) }))?.text).toBe(
      "Ready for pickup from Sat, Jun 13, 11 am",
    )
    expect(text(order("pickup", "pending"), at(61))?.isLate).toBe(true)
    expect(text(order("pickup", "ready to pick up", window), at(61))?.isLate).toBe(false)
    expect(text(order("delivery", "picked up", window), at(90))?.isLate).toBe(false)
    expect(text(order("delivery", "picked up", window), at(181))?.isLate).toBe(true)
    expect(text(order("delivery", "picked up"))).toBeNull()
  })

  it("say where a courier left it, with the day once it is another one", () => {
    const done = { fulfilledAt: at(314) }
    expect(deliveredText(done, { hasPhoto: true }, at(400), ZONE)).toBe("Left at your door, 3:14 pm")
    expect(deliveredText(done, { hasPhoto: false }, at(4000), ZONE)).toBe("Delivered, Sat, Jun 13, 3:14 pm")
  })
})
