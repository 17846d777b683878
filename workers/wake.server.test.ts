import { expect, it } from "vitest"
import { emit } from "#core/outbox/emit.server.ts"
import { listenTo } from "#server/adapters/queues/postgres-listener.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { startRelay } from "#workers/outbox-relay.ts"

const database = useDatabase({ connections: 6 })
const AN_HOUR_MS = 3_600_000

it("hands live messages to the rooms when they are committed, not when the relay next looks", {
  tags: ["JOB-2"],
}, async () => {
  const { userId } = await aCustomer(database.db)
  const heard: string[] = []
  const relay = startRelay({
    context: () => systemCtx(database),
    addJobs: async () => {},
    publish: async ({ type, room }) => void heard.push(`${type} ${room}`),
    listen: (wake) => listenTo(database.url, "outbox", wake),
    pollMs: AN_HOUR_MS,
  })
  for (let told = 1; told <= 5; told++) {
    await database.db.transaction((tx) => emit(tx, "cart.changed", { customerId: userId }))
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(told)
  }
  expect(new Set(heard)).toEqual(new Set([`changed ${userId}`]))
  await relay.stop()
})
