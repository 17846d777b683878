import { afterEach, beforeEach, expect, it } from "vitest"
import type { OutboxJob } from "#core/hand-over.server.ts"
import { emit } from "#core/outbox.server.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { type Relay, startRelay } from "#workers/outbox-relay.ts"

const AN_HOUR_MS = 3_600_000
const SOON = { timeout: 10_000, interval: 5 }

const database = useDatabase({ connections: 4 })
let relay: Relay
let wake: () => void
let rooms: string[]
let jobs: OutboxJob[]
/** Who waits for a crowd to gather: for ever, until the test lets them go on. */
let gathering: (() => void)[]
let isOver: boolean

beforeEach(() => {
  rooms = []
  jobs = []
  gathering = []
  isOver = false
  relay = startRelay({
    context: () => systemCtx(database),
    publish: async ({ room }) => void rooms.push(room),
    addJobs: async (some) => void jobs.push(...some),
    listen(woken) {
      wake = woken
      return { stop: async () => {} }
    },
    log: () => {},
    pollMs: AN_HOUR_MS,
    sleep: () => new Promise((open) => (isOver ? open() : gathering.push(open))),
  })
})
afterEach(async () => {
  isOver = true
  letGo()
  await relay.stop()
})
const letGo = () => {
  for (const open of gathering.splice(0)) open()
}

async function happen(times: number): Promise<string> {
  const { userId } = await aCustomer(database.db)
  await database.db.transaction(async (tx) => {
    for (let n = 0; n < times; n++) await emit(tx, "cart.changed", { customerId: userId })
  })
  wake()
  return userId
}

it("lets no message wait behind one that came alone", { tags: ["JOB-2"] }, async () => {
  for (let told = 1; told <= 3; told++) {
    await happen(1)
    await expect.poll(() => rooms.length, SOON).toBe(told)
  }
})

it("lets a crowd gather after a crowd", { tags: ["JOB-6"] }, async () => {
  await expect.poll(() => gathering.length, SOON).toBe(1) // the jobs, after they have looked for the first time
  await happen(2)
  await expect.poll(() => rooms.length, SOON).toBe(2)
  await expect.poll(() => gathering.length, SOON).toBe(2)
  const next = await happen(1)
  letGo()
  await expect.poll(() => rooms.at(-1), SOON).toBe(next)
})

it("tells the rooms before it queues the jobs of the same commit", { tags: ["JOB-2"] }, async () => {
  await expect.poll(() => gathering.length, SOON).toBe(1)
  letGo()
  const { userId } = await aCustomer(database.db)
  await database.db.transaction((tx) =>
    emit(tx, "order.placed", { orderId: userId, customerId: userId, sellerId: userId }),
  )
  wake()
  await expect.poll(() => rooms.length, SOON).toBe(2)
  await expect.poll(() => gathering.length, SOON).toBe(1)
  expect(jobs).toEqual([])
  letGo()
  await expect.poll(() => jobs.length, SOON).toBeGreaterThan(0)
})
