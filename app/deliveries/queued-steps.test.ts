import { expect, it } from "vitest"
import { sendQueue } from "#app/step-queue/send-queue.ts"
import type { StepResult } from "#app/step-queue/step-queue.ts"
import type { StepStore } from "#app/step-queue/step-store.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"
import { cents } from "#core/money.ts"
import { COURIER_QUEUE } from "./courier-queue.ts"
import { type QueuedStep, withQueued } from "./queued-steps.ts"

const waiting = {
  id: "d1",
  orderNumber: 7,
  marketName: "Lexington Market",
  marketAddress: "400 W Lexington St",
  marketCity: "Baltimore",
  marketState: "MD",
  marketZip: "21201",
  marketPhone: "410-555-0100",
  marketLat: 39.29,
  marketLng: -76.62,
  marketPositionSource: "entered" as const,
  deliveryMiles: 1,
  awayMiles: 2,
  feeCents: cents(399),
  tipCents: cents(0),
}
const view: DeliveriesView = { mayDeliver: true, waiting: [waiting], active: null, notices: [] }
const step = (key: number, kind: QueuedStep["kind"], deliveryId = "d1"): QueuedStep => ({
  key,
  kind,
  deliveryId,
  orderNumber: 7,
})

it("shows what was tapped offline as done, and nothing of the customer that the server has not told", {
  tags: ["DELIV-22"],
}, () => {
  const taken = withQueued(view, [step(1, "take")])
  expect(taken.active).toMatchObject({ id: "d1", status: "taken", address: "", lat: null })
  expect(taken.waiting).toEqual([])
  expect(withQueued(view, [step(1, "take"), step(2, "pickUp")]).active?.status).toBe("picked up")
  expect(withQueued(view, [step(1, "take"), step(2, "pickUp"), step(3, "deliver")]).active).toBeNull()
})

it("leaves the truth alone where a queued step does not fit it any more", { tags: ["DELIV-22"] }, () => {
  expect(withQueued(view, [step(1, "pickUp", "other")])).toEqual(view)
  expect(withQueued({ ...view, waiting: [] }, [step(1, "take")]).active).toBeNull()
})

function aStore(...steps: QueuedStep[]): StepStore<QueuedStep> & { left(): QueuedStep[] } {
  let left = steps
  return {
    left: () => left,
    list: async () => [...left],
    add: async () => {},
    remove: async (keys) => {
      left = left.filter(({ key }) => !keys.includes(key))
    },
  }
}

it("sends once and in order, and stops where the network is away, losing nothing", {
  tags: ["DELIV-22"],
}, async () => {
  const store = aStore(step(1, "take"), step(2, "pickUp"), step(3, "deliver"))
  const sent: string[] = []
  const answers: StepResult[] = [
    { outcome: "done" },
    { outcome: "later" },
    { outcome: "done" },
    { outcome: "done" },
  ]
  const send = async ({ kind }: QueuedStep): Promise<StepResult> => {
    sent.push(kind)
    return answers.shift()!
  }
  const queue = { ...COURIER_QUEUE, send }
  expect((await sendQueue(store, queue)).stopped).toBe("later")
  expect(store.left().map(({ kind }) => kind)).toEqual(["pickUp", "deliver"])
  expect((await sendQueue(store, queue)).stopped).toBeNull()
  expect(sent).toEqual(["take", "pickUp", "pickUp", "deliver"])
  expect(store.left()).toEqual([])
})

it("tells a rejection, drops what followed it for the same delivery, and goes on with the others", {
  tags: ["DELIV-22"],
}, async () => {
  const store = aStore(step(1, "take"), step(2, "pickUp"), step(3, "take", "d2"))
  const send = async ({ deliveryId }: QueuedStep): Promise<StepResult> =>
    deliveryId === "d1" ? { outcome: "rejected", message: "Order was Taken" } : { outcome: "done" }
  const result = await sendQueue(store, { ...COURIER_QUEUE, send })
  expect(result.rejected.map(({ step, message }) => [step.kind, message])).toEqual([
    ["take", "Order was Taken"],
  ])
  expect(result.sent.map(({ key }) => key)).toEqual([3])
  expect(store.left()).toEqual([])
})

it("keeps everything while the person is signed out", { tags: ["DELIV-22"] }, async () => {
  const store = aStore(step(1, "deliver"))
  const send = async (): Promise<StepResult> => ({ outcome: "signed-out" })
  expect((await sendQueue(store, { ...COURIER_QUEUE, send })).stopped).toBe("signed-out")
  expect(store.left()).toHaveLength(1)
})
