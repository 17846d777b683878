import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { emit } from "#core/outbox/emit.server.ts"
import { transaction } from "#db/transaction.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()
let listener: pg.Client
let heard = 0
let told = () => {}

beforeAll(async () => {
  listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  listener.on("notification", () => {
    heard += 1
    told()
  })
  await listener.query("listen outbox")
})
afterAll(() => listener.end())

const next = () =>
  new Promise<void>((resolve) => {
    told = resolve
  })

it("wakes whoever listens after a commit that wrote to the outbox, whatever the statement looked like", {
  tags: ["JOB-8"],
}, async () => {
  const { userId } = (await aCustomer(database.db)).actor
  const woken = next()
  await transaction(database.db, (tx) => emit(tx, "cart.changed", { customerId: userId }))
  await woken
  const again = next()
  await database.pool.query(
    "with told as (insert into outbox (event, payload) values ('cart.changed', '{}') returning id) select id from told",
  )
  await again
})

it("wakes nobody for what was rolled back, wrote nothing or waits for no relay", {
  tags: ["JOB-8"],
}, async () => {
  const { userId } = (await aCustomer(database.db)).actor
  const before = heard
  await transaction(database.db, (tx) =>
    emit(tx, "checkout.held", { checkoutId: crypto.randomUUID(), customerId: userId }),
  )
  await expect(
    transaction(database.db, async (tx) => {
      await emit(tx, "cart.changed", { customerId: userId })
      throw new Error("given up")
    }),
  ).rejects.toThrow("given up")
  await transaction(database.db, (tx) => tx.execute("select 1"))
  // A later notification arrives by itself: none was pending before it.
  const woken = next()
  await database.pool.query("insert into outbox (event, payload) values ('cart.changed', '{}')")
  await woken
  expect(heard).toBe(before + 1)
})

it("still hears of events that another program writes, from the trigger", { tags: ["JOB-8"] }, async () => {
  const stranger = new pg.Client({ connectionString: database.url })
  await stranger.connect()
  const woken = next()
  await stranger.query("insert into outbox (event, payload) values ('cart.changed', '{}')")
  await woken
  await stranger.end()
})
