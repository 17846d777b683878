import { expect, it } from "vitest"
import type { QueuedStep } from "#app/deliveries/queued-steps.ts"
import { memoryStore, type NewStep, withFallback } from "./step-store.ts"

const step = (kind: QueuedStep["kind"]) => ({ kind, deliveryId: "d1", orderNumber: 7 })

/** A phone's database whose storage is full after the first step. */
function aFullDisk() {
  let steps: QueuedStep[] = []
  return {
    list: async () => steps,
    async add(one: NewStep<QueuedStep>) {
      if (steps.length > 0) throw new Error("full")
      steps = [{ ...one, key: 1 }]
    },
    async remove(keys: readonly number[]) {
      steps = steps.filter(({ key }) => !keys.includes(key))
    },
  }
}

it("keeps in memory what the browser does not store, behind what it stored, and removes either", {
  tags: ["DELIV-22"],
}, async () => {
  const disk = aFullDisk()
  const store = withFallback(disk, memoryStore())
  const kinds = async () => (await store.list()).map(({ kind }) => kind)
  await store.add(step("take"))
  await store.add(step("pickUp"))
  const [taken] = await store.list()
  await store.remove([taken!.key])
  // There is space again, but this step still comes after the one in memory.
  await store.add(step("deliver"))
  expect(await kinds()).toEqual(["pickUp", "deliver"])
  expect(await disk.list()).toEqual([])
  await store.remove((await store.list()).map(({ key }) => key))
  expect(await kinds()).toEqual([])
})
