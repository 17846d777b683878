import { describe, expect, it } from "vitest"
import { groupsByDue, type StageFacts, severalStepsOf, sharedSteps, stageOf } from "./seller-stages.ts"

const NOW = new Date("2026-11-28T15:00:00Z")

const pickup: StageFacts = { fulfilment: "pickup", status: "pending", packedAt: null, acknowledgedAt: NOW }
const delivery: StageFacts = { ...pickup, fulfilment: "delivery", status: null }

describe("the stage of an order", { tags: ["TODAY-1"] }, () => {
  it.each([
    ["new", { ...pickup, acknowledgedAt: null }],
    ["new", { ...delivery, acknowledgedAt: null }],
    ["pack", pickup],
    ["pack", { ...pickup, packedAt: NOW }],
    ["ready", { ...pickup, status: "ready to pick up" }],
    ["done", { ...pickup, status: "picked up" }],
    ["pack", delivery],
    ["ready", { ...delivery, packedAt: NOW }],
    ["pack", { ...delivery, status: "pending" }],
    ["ready", { ...delivery, status: "pending", packedAt: NOW }],
    ["pack", { ...delivery, status: "waiting" }],
    ["pack", { ...delivery, status: "taken" }],
    ["courier", { ...delivery, status: "waiting", packedAt: NOW }],
    ["courier", { ...delivery, status: "taken", packedAt: NOW }],
    ["courier", { ...delivery, status: "picked up" }],
    ["courier", { ...delivery, status: "shipped" }],
    ["done", { ...delivery, status: "delivered", acknowledgedAt: null }],
  ] as const)("is %s", (stage, order) => {
    expect(stageOf(order)).toBe(stage)
  })
})

describe("the step for several orders", { tags: ["TODAY-3"] }, () => {
  const ready = { stage: "pack", fulfilment: "pickup", status: "pending", hasDeliverer: null } as const
  const undecided = { stage: "ready", fulfilment: "delivery", status: null, hasDeliverer: null } as const
  const own = { ...undecided, status: "pending", hasDeliverer: true } as const

  it("is what all of them share", () => {
    expect(sharedSteps([ready, ready])).toEqual(["setReady"])
    expect(sharedSteps([undecided, undecided])).toEqual(["offer", "startDelivery"])
    expect(sharedSteps([ready, undecided])).toEqual([])
    expect(sharedSteps([])).toEqual([])
  })

  it("comes after what an order still needs: Got it, and packing for an own delivery", () => {
    expect(severalStepsOf({ ...ready, stage: "new" })).toEqual(["acknowledge"])
    expect(severalStepsOf({ ...own, stage: "pack" })).toEqual([])
    expect(severalStepsOf(own)).toEqual(["markDelivered"])
    expect(severalStepsOf({ ...ready, stage: "ready", status: "ready to pick up" })).toEqual([])
    expect(severalStepsOf({ ...undecided, stage: "courier", status: "taken", hasDeliverer: false })).toEqual(
      [],
    )
  })
})

it("groups orders by window, and puts what is new or late first", { tags: ["TODAY-1"] }, () => {
  const order = (id: number, due: string, facts = {}) => ({
    id,
    due,
    stage: "pack" as const,
    isLate: false,
    ...facts,
  })
  const groups = groupsByDue([
    order(1, "9–10 am", { isLate: true }),
    order(2, "11 am–noon"),
    order(3, "11 am–noon"),
    order(4, "noon–1 pm", { stage: "new" }),
    order(5, "noon–1 pm"),
  ])
  expect(groups.map(({ name, orders }) => [name, orders.map(({ id }) => id)])).toEqual([
    ["Now", [1, 4]],
    ["11 am–noon", [2, 3]],
    ["noon–1 pm", [5]],
  ])
})
