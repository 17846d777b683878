import { expect, it } from "vitest"
import { emit } from "#core/outbox/emit.server.ts"
import type { OutboxMessage } from "#core/outbox/outbox-relay.server.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { startRelay } from "#workers/outbox-relay.ts"

/** More than a relay takes in one batch. */
const WAITING = 250

const database = useDatabase({ connections: 4 })

it("tells the rooms of one process while any number of messages wait for another that is gone", {
  tags: ["LIVE-10"],
}, async () => {
  const dead = await aCustomer(database.db)
  const alive = await aCustomer(database.db)
  await database.db.transaction(async (tx) => {
    for (let n = 0; n < WAITING; n++) await emit(tx, "cart.changed", { customerId: dead.userId })
    await emit(tx, "cart.changed", { customerId: alive.userId })
  })
  let isDown = true
  const told: string[] = []
  const relay = startRelay({
    context: () => systemCtx(database),
    listen: () => ({ stop: async () => {} }),
    pollMs: 50,
    addJobs: async () => {},
    async publish({ room }: OutboxMessage) {
      if (isDown && room === dead.userId) throw new Error("this room's process is gone")
      told.push(room)
    },
  })
  await expect.poll(() => told, { timeout: 20_000 }).toEqual([alive.userId])
  isDown = false
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(WAITING + 1)
  await relay.stop()
})
