import { dayText, momentText, orderWindowText, readyText, timeText } from "#core/calendar/calendar-text.ts"
import { countText } from "#core/count-text.ts"
import type { HistoryStep } from "#core/history/history.ts"
import { isLate } from "./due-text.ts"
import { PLACED } from "./moves.ts"
import { isReady, type OrderTime } from "./order-time.ts"
import { isComplete, type OrderStatus } from "./statuses.ts"

/** The facts of an order that decide what its customer reads. */
export type CustomerFacts = OrderTime & {
  createdAt: Date
  /** When the market should have it ready. */
  dueAt: Date
  acknowledgedAt: Date | null
  packedAt: Date | null
  bags: number | null
  fulfilledAt: Date | null
  cancelledAt: Date | null
  cancelledBy: "seller" | "admin" | "system" | "chargeback" | null
}

/** Who delivers an order, as far as its customer may know; null for a pickup. */
export type DeliveryFacts = {
  carrier: string | null
  hasPhoto: boolean
  /** The courier's first name, while the customer may know it. */
  courierName: string | null
} | null

/** Returns the headline of an order: "The market is packing your order". */
export function stateSentence(order: CustomerFacts, delivery: DeliveryFacts): string {
  const courier = delivery?.courierName ?? "Your courier"
  switch (order.status) {
    case null:
      return atTheMarket(order)
    case "pending":
      if (order.fulfilment === "pickup") return atTheMarket(order)
      return order.packedAt ? "The market is delivering your order" : "The market is packing your order"
    case "ready to pick up":
      return "Ready to pick up"
    case "waiting":
      return "Waiting for a courier"
    case "taken":
      return `${courier} is on the way to the market`
    case "picked up":
      return order.fulfilment === "pickup" ? "Picked up. Enjoy it!" : `${courier} is on the way to you`
    case "shipped":
      return delivery?.carrier ? `On its way with ${delivery.carrier}` : "Your order is on its way"
    case "delivered":
      return "Delivered. Enjoy it!"
    case "cancelled":
      if (order.cancelledBy === null) return "Canceled"
      return order.cancelledBy === "seller" ? "Canceled by the market" : "Canceled by Pushcart"
  }
}

function atTheMarket({ packedAt, acknowledgedAt }: CustomerFacts): string {
  if (packedAt) return "Your order is packed"
  return acknowledgedAt ? "The market is packing your order" : "The market has your order"
}

/** Returns the sentence below the headline about the next step; null if the headline says everything. */
export function nextSentence(order: CustomerFacts): string | null {
  const { status, fulfilment, packedAt, bags } = order
  if (status === null || (status === "pending" && fulfilment === "pickup"))
    return fulfilment === "pickup"
      ? "We'll let you know when it's ready."
      : "We'll let you know when it's on its way."
  if (status === "pending") return "The market delivers or ships it itself."
  if (status === "ready to pick up")
    return bags ? `Packed in ${countText(bags, "bag")}. Show the code at the market.` : SHOW_CODE
  if (status === "waiting" || status === "taken")
    return packedAt ? "It is packed and ready to go." : "The market is still packing it."
  return null
}

const SHOW_CODE = "Show the code at the market."

/** When something is expected: "Delivery" and "Sat, Nov 28, 10 am–noon". */
export type Expected = { label: string; text: string; isLate: boolean }

/**
 * When the customer can expect the order, from payment on: the window, or when the market has it ready. Null once the
 * order ended, and for an order without a window that is with its courier or carrier.
 */
export function expectedOf(order: CustomerFacts, now: Date, timeZone: string): Expected | null {
  const { fulfilment, status, clockStartsAt } = order
  if (status === "cancelled" || isComplete(order)) return null
  const late = { isLate: isOverdue(order, now) }
  const window = orderWindowText(order, timeZone)
  if (window) return { label: fulfilment === "pickup" ? "Pickup" : "Delivery", text: window, ...late }
  if (status === "ready to pick up")
    return { label: "Pickup", text: "whenever the market is open", isLate: false }
  if (isReady(order) || order.packedAt) return null
  if (clockStartsAt) return { label: "", text: readyText(fulfilment, clockStartsAt, timeZone), ...late }
  const label = fulfilment === "pickup" ? "Ready" : "Ready to leave the market"
  return { label, text: `about ${momentText(order.dueAt, timeZone)}`, ...late }
}

/** When it is expected, or when it ended, for a list: "Sat, Nov 28, 10–11 am"; null if neither is known. */
export function whenText(order: CustomerFacts, now: Date, timeZone: string): string | null {
  const ended =
    order.status === "cancelled" ? order.cancelledAt : isComplete(order) ? order.fulfilledAt : null
  if (ended) return momentText(ended, timeZone)
  const expected = expectedOf(order, now, timeZone)
  return expected && [expected.label, expected.text].filter(Boolean).join(" ")
}

/** Whether an order with its market is not ready in time, or a delivery has missed its window. */
function isOverdue(order: CustomerFacts, now: Date): boolean {
  const { fulfilment, status, windowEndsAt } = order
  if (fulfilment === "pickup" || !windowEndsAt) return !order.packedAt && isLate(order, now)
  return status !== "shipped" && windowEndsAt < now
}

export const LATE_TEXT = "This is taking longer than planned. Call the market to find out more."

/** A step of an order. `time` is as the market's clock shows it, and null if it is not known. */
export type CustomerStep = {
  name: string
  detail: string | null
  time: string | null
  state: "done" | "now" | "ahead"
}

type Step = { name: string; detail: string | null; at: Date | null }

/**
 * The steps that an order made, with their times, and those that it still makes. Steps that were undone or moved back
 * are left out.
 */
export function customerSteps(
  order: CustomerFacts,
  delivery: DeliveryFacts,
  history: readonly Pick<HistoryStep, "to" | "at">[],
  timeZone: string,
): CustomerStep[] {
  const done = doneSteps(order, delivery, history)
  const isOpen = order.status !== "cancelled" && !isComplete(order)
  const window = orderWindowText(order, timeZone)
  const ahead = isOpen ? stepsAhead(order, delivery) : []
  return [
    ...done.map(({ name, detail, at }, index) => ({
      name,
      detail,
      time: at && timeAfter(at, done[index - 1]?.at ?? null, timeZone),
      state: isOpen && index === done.length - 1 ? ("now" as const) : ("done" as const),
    })),
    ...ahead.map((name, index) => ({
      name,
      detail: null,
      time: index === ahead.length - 1 ? window : null,
      state: "ahead" as const,
    })),
  ]
}

/** The texts at the top of the customer's pages of an order. */
export type CustomerState = {
  sentence: string
  next: string | null
  expected: Expected | null
  steps: CustomerStep[]
}

type Followed = {
  order: CustomerFacts
  delivery: DeliveryFacts
  history: readonly Pick<HistoryStep, "to" | "at">[]
  timeZone: string
}

export const customerState = (
  { order, delivery, history, timeZone }: Followed,
  now: Date,
): CustomerState => ({
  sentence: stateSentence(order, delivery),
  next: nextSentence(order),
  expected: expectedOf(order, now, timeZone),
  steps: customerSteps(order, delivery, history, timeZone),
})

/** The day is named once for the steps of one day. */
function timeAfter(at: Date, before: Date | null, timeZone: string): string {
  const isSameDay = before && dayText(at, before, timeZone) === "Today"
  return isSameDay ? timeText(at, timeZone) : momentText(at, timeZone)
}

function doneSteps(
  order: CustomerFacts,
  delivery: DeliveryFacts,
  history: readonly Pick<HistoryStep, "to" | "at">[],
): Step[] {
  const [, ...moved] = reached(order, history)
  const steps: Step[] = [
    { name: "Order placed", detail: null, at: order.createdAt },
    ...moved.map(({ status, at }) => ({ ...stepNamed(order, delivery, status), at })),
  ]
  for (const [name, at] of [
    ["The market saw it", order.acknowledgedAt],
    ["Packed", order.packedAt],
  ] as const)
    if (at) insertByTime(steps, { name, detail: null, at })
  if (order.status === "cancelled")
    steps.push({ name: stateSentence(order, delivery), detail: null, at: order.cancelledAt })
  return steps
}

type Reached = { status: string | null; at: Date | null }

/** The statuses that led to where the order is now; a move back removes those that it left. */
function reached(order: CustomerFacts, history: readonly Pick<HistoryStep, "to" | "at">[]): Reached[] {
  let steps: Reached[] = [{ status: PLACED[order.fulfilment], at: order.createdAt }]
  for (const { to, at } of history) {
    if (to === "cancelled") break
    const index = steps.findIndex(({ status }) => status === to)
    steps = index < 0 ? [...steps, { status: to, at }] : steps.slice(0, index + 1)
  }
  const isThere = order.status === "cancelled" || steps.at(-1)?.status === order.status
  return isThere ? steps : [...steps, { status: order.status, at: order.fulfilledAt }]
}

function insertByTime(steps: Step[], step: Step & { at: Date }): void {
  const index = steps.findIndex(({ at }, position) => position > 0 && (!at || at >= step.at))
  steps.splice(index < 0 ? steps.length : index, 0, step)
}

function stepNamed(
  { fulfilment }: CustomerFacts,
  delivery: DeliveryFacts,
  status: string | null,
): Pick<Step, "name" | "detail"> {
  const courier = delivery?.courierName ?? "a courier"
  switch (status) {
    case "ready to pick up":
      return { name: "Ready to pick up", detail: null }
    case "waiting":
      return { name: "Waiting for a courier", detail: null }
    case "taken":
      return { name: `Taken by ${courier}`, detail: "On the way to the market" }
    case "picked up":
      return fulfilment === "pickup"
        ? { name: "Picked up", detail: null }
        : { name: "With the courier", detail: "On the way to you" }
    case "shipped":
      return { name: "Shipped", detail: delivery?.carrier ? `With ${delivery.carrier}` : null }
    case "delivered":
      return { name: "Delivered", detail: delivery?.hasPhoto ? "Left at your door" : null }
    default:
      return { name: delivery?.carrier ? "The market sends it" : "The market delivers it", detail: null }
  }
}

/** The names of the steps that an open order of this kind still makes. */
function stepsAhead(order: CustomerFacts, delivery: DeliveryFacts): string[] {
  const plan = planOf(order, delivery)
  const here = plan.findIndex(([status]) => status === order.status)
  return plan.slice(here + 1).map(([, name]) => name)
}

type Plan = readonly (readonly [status: OrderStatus, name: string])[]

const PICKUP: Plan = [
  ["ready to pick up", "Ready to pick up"],
  ["picked up", "You pick it up"],
]
const PLATFORM: Plan = [
  ["waiting", "Waiting for a courier"],
  ["taken", "A courier takes it"],
  ["picked up", "On the way to you"],
  ["delivered", "Delivered"],
]
const OWN: Plan = [
  ["pending", "The market delivers it"],
  ["delivered", "Delivered"],
]
const SHIPPED: Plan = [
  ["shipped", "Shipped"],
  ["delivered", "Delivered"],
]
const UNDECIDED: Plan = [["delivered", "Delivered"]]

function planOf({ fulfilment, status }: CustomerFacts, delivery: DeliveryFacts): Plan {
  if (fulfilment === "pickup") return PICKUP
  if (status === null) return UNDECIDED
  if (status === "waiting" || status === "taken" || status === "picked up") return PLATFORM
  return status === "shipped" || delivery?.carrier ? SHIPPED : OWN
}

/** "Left at your door, 3:14 pm" today, else with the day: the caption of the photo, or when the order ended. */
export function deliveredText(
  { fulfilledAt }: Pick<CustomerFacts, "fulfilledAt">,
  { hasPhoto }: { hasPhoto: boolean },
  now: Date,
  timeZone: string,
): string {
  const what = hasPhoto ? "Left at your door" : "Delivered"
  if (!fulfilledAt) return what
  const isToday = dayText(fulfilledAt, now, timeZone) === "Today"
  return `${what}, ${isToday ? timeText(fulfilledAt, timeZone) : momentText(fulfilledAt, timeZone)}`
}
