import { z } from "zod"
import { typedCode } from "./order.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"
import { isComplete } from "./statuses.ts"

/** How far a seller's order is, from its arrival to the customer. Canceled orders are in none. */
export const STAGES = ["new", "pack", "ready", "courier", "done"] as const
export type Stage = (typeof STAGES)[number]

export const STAGE_LABELS: Record<Stage, string> = {
  new: "New",
  pack: "To pack",
  ready: "Ready",
  courier: "With courier",
  done: "Done",
}

/** The stage of an address; the orders to pack are the page's own list. */
export const readStage = (value: string | null): Stage => STAGES.find((one) => one === value) ?? "pack"

export type StageFacts = {
  fulfilment: Fulfilment
  status: OrderStatus | null
  packedAt: Date | null
  acknowledgedAt: Date | null
}

/**
 * New: nobody has tapped "Got it" or made a step. To pack: it is still to be packed, or a pickup to be made ready.
 * Ready: it waits for the customer or for the market's own delivery. With courier: packed and offered, or on its way.
 */
export function stageOf(order: StageFacts): Stage {
  const { fulfilment, status, packedAt, acknowledgedAt } = order
  if (isComplete(order)) return "done"
  if (acknowledgedAt === null) return "new"
  if (fulfilment === "pickup") return status === "ready to pick up" ? "ready" : "pack"
  if (status === "picked up" || status === "shipped") return "courier"
  if (packedAt === null) return "pack"
  return status === "waiting" || status === "taken" ? "courier" : "ready"
}

/** The steps of the seller's working page. A hand-over may have the customer's code. */
export const SELLER_STEPS = [
  "acknowledge",
  "setReady",
  "handOver",
  "offer",
  "startDelivery",
  "markDelivered",
] as const
export type SellerStep = (typeof SELLER_STEPS)[number]

export const takeStepInput = z.object({
  step: z.enum(SELLER_STEPS),
  orderId: z.string(),
  code: typedCode.optional(),
})

export type TakeStepInput = z.output<typeof takeStepInput>

/** The steps that a seller can make for several orders at once, in the order in which a bar offers them. */
export const SEVERAL_STEPS = [
  "acknowledge",
  "setReady",
  "offer",
  "startDelivery",
  "markDelivered",
] as const satisfies SellerStep[]
export type SeveralStep = (typeof SEVERAL_STEPS)[number]

const MOST_CHOSEN = 100

export const severalInput = z.object({
  step: z.enum(SEVERAL_STEPS, { error: "Choose a step." }),
  orderIds: z
    .array(z.uuid(), { error: "Choose orders first." })
    .min(1, "Choose orders first.")
    .max(MOST_CHOSEN, `Choose at most ${MOST_CHOSEN} orders.`),
})

export type SeveralInput = z.output<typeof severalInput>

type Choosable = {
  stage: Stage
  fulfilment: Fulfilment
  status: OrderStatus | null
  /** Who delivers: true for the market's own person, false for a courier, null if undecided or a pickup. */
  hasDeliverer: boolean | null
}

/** The steps of this order that can be made together with other orders. */
export function severalStepsOf({ stage, fulfilment, status, hasDeliverer }: Choosable): SeveralStep[] {
  if (stage === "new") return ["acknowledge"]
  if (stage === "done") return []
  if (fulfilment === "pickup") return status === "pending" ? ["setReady"] : []
  if (hasDeliverer === null) return ["offer", "startDelivery"]
  return hasDeliverer && stage !== "pack" ? ["markDelivered"] : []
}

/** The steps that all of these orders share; none of no orders. */
export function sharedSteps(orders: readonly Choosable[]): SeveralStep[] {
  const each = orders.map(severalStepsOf)
  return SEVERAL_STEPS.filter((step) => each.length > 0 && each.every((steps) => steps.includes(step)))
}

/** The steps that any of these orders has. */
export const anySteps = (orders: readonly Choosable[]): SeveralStep[] =>
  SEVERAL_STEPS.filter((step) => orders.some((order) => severalStepsOf(order).includes(step)))

type Grouped = { stage: Stage; due: string; isLate: boolean }
export type DueGroup<Order> = { name: string; orders: Order[] }

/** Orders in due order by their times; what is new or late comes first, as "Now". */
export function groupsByDue<Order extends Grouped>(orders: readonly Order[]): DueGroup<Order>[] {
  const groups = new Map<string, Order[]>()
  const isNow = ({ stage, isLate }: Order) => stage === "new" || isLate
  for (const order of [...orders.filter(isNow), ...orders.filter((order) => !isNow(order))]) {
    const name = isNow(order) ? "Now" : order.due
    groups.set(name, [...(groups.get(name) ?? []), order])
  }
  return [...groups].map(([name, members]) => ({ name, orders: members }))
}
