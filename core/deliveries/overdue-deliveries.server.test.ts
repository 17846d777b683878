import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import type { CourierContext } from "#core/context.ts"
import { deliverDelivery, pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import {
  alarmStuckOrders,
  countStuckOrders,
  listStuckOrders,
} from "#core/deliveries/overdue-deliveries.server.ts"
import { orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { heardAlarms } from "#tests/support/alarms.ts"
import { systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { offersIn } from "#tests/support/factories/offers.ts"

const database = useDatabase()
const { anOffer, aSignedInCourier } = offersIn(database)

/** An order that a courier takes when the clock starts, and the clock. */
async function aTakenOrder({ windowInHours }: { windowInHours?: number } = {}) {
  const clock = testClock()
  const { order, deliveryId } = await anOffer()
  if (windowInHours !== undefined) {
    const from = clock.now().getTime() + windowInHours * 3_600_000
    await database.db
      .update(orders)
      .set({ windowStartsAt: new Date(from), windowEndsAt: new Date(from + 3_600_000) })
      .where(eq(orders.id, order.id))
  }
  const courier: CourierContext = { ...(await aSignedInCourier()), now: clock.now }
  await takeDelivery(courier, deliveryId)
  const system = systemCtx(database, { now: clock.now })
  const stuck = async () => (await listStuckOrders(system)).find(({ id }) => id === order.id)
  return { order, deliveryId, courier, clock, system, stuck }
}

it("calls a taken order stuck from three hours after the taking on", { tags: ["ADMIN-22"] }, async () => {
  const { clock, stuck, order } = await aTakenOrder()
  const takenAt = clock.now()
  clock.advance({ hours: 2, minutes: 59 })
  expect(await stuck()).toBeUndefined()
  clock.advance({ minutes: 2 })
  expect(await stuck()).toMatchObject({ number: order.number, status: "taken", since: takenAt })
})

it("calls a picked-up order stuck from three hours after the pick-up on, and a delivered one never", {
  tags: ["ADMIN-22"],
}, async () => {
  const { clock, stuck, courier, deliveryId } = await aTakenOrder()
  clock.advance({ hours: 2 })
  const pickedUpAt = clock.now()
  await pickUpDelivery(courier, deliveryId)
  clock.advance({ hours: 2, minutes: 59 })
  expect(await stuck()).toBeUndefined()
  clock.advance({ minutes: 2 })
  expect(await stuck()).toMatchObject({ status: "picked up", since: pickedUpAt })
  await deliverDelivery(courier, { deliveryId, photo: new Uint8Array([1, 2, 3]) })
  expect(await stuck()).toBeUndefined()
})

it("waits for the start of the window where that is later than the step", {
  tags: ["ADMIN-22"],
}, async () => {
  const { clock, stuck } = await aTakenOrder({ windowInHours: 5 })
  clock.advance({ hours: 7, minutes: 59 })
  expect(await stuck()).toBeUndefined()
  clock.advance({ minutes: 2 })
  expect(await stuck()).toBeDefined()
  const early = await aTakenOrder({ windowInHours: -5 })
  early.clock.advance({ hours: 2, minutes: 59 })
  expect(await early.stuck()).toBeUndefined()
})

it("raises one alarm with the numbers of all stuck orders, the longest first, and no name", {
  tags: ["ADMIN-22"],
}, async () => {
  const { clock, order, courier, deliveryId, system } = await aTakenOrder()
  const other = await aTakenOrder()
  clock.advance({ hours: 1 })
  await pickUpDelivery(courier, deliveryId)
  clock.advance({ hours: 4 })
  const { alarms, heard } = heardAlarms()
  await alarmStuckOrders({ ...system, ports: { ...system.ports, alarms } })
  expect(heard.map(([kind]) => kind)).toEqual(["orders_stuck"])
  const told = Object.values(heard[0]?.[1] ?? {}).join()
  expect(told).toMatch(
    new RegExp(`${other.order.number} taken 5 h\\b.*\\b${order.number} picked up 4 h(, |$)`),
  )
  expect(told).toMatch(/^(\d+ (taken|picked up) \d+ h(, |$))+$/)
  expect(await countStuckOrders(system)).toBe((await listStuckOrders(system)).length)
})

it("raises none where no order is stuck", { tags: ["ADMIN-22"] }, async () => {
  const { alarms, heard } = heardAlarms()
  const before = systemCtx(database, { now: () => new Date("2020-01-01T00:00:00Z") })
  await alarmStuckOrders({ ...before, ports: { ...before.ports, alarms } })
  expect(heard).toEqual([])
})

it("finds them among what couriers carry now, by its index", { tags: ["ADMIN-22"] }, async () => {
  const { system } = await aTakenOrder()
  const plan = await transaction(database.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(
      sql`explain ${listStuckOrders({ ...system, db: tx as never }).getSQL()}`,
    )
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain("deliveries_one_active")
})
