import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { courierOf, recordPosition } from "#core/deliveries/courier-position.server.ts"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { outbox } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { offersIn } from "#tests/support/factories/offers.ts"

const database = useDatabase()
const NEARBY = { lat: 40.751, lng: -73.996 }

const { anOffer, aSignedInCourier } = offersIn(database)

it("shows the customer no place where the courier cannot be, and keeps the last good one with its time", {
  tags: ["DELIV-31"],
}, async () => {
  const { deliveryId, order, buyer } = await anOffer()
  const courier = await aSignedInCourier()
  await takeDelivery(courier, deliveryId)
  await pickUpDelivery(courier, deliveryId)
  await recordPosition(courier, { deliveryId, ...NEARBY, accuracyMeters: 5 })
  const good = await courierOf(buyer, order.id)
  const told = await database.db.$count(outbox, eq(outbox.event, "courier.moved"))
  for (const wild of [
    { lat: 51.5, lng: -0.12, accuracyMeters: 5 },
    { lat: 90, lng: 180, accuracyMeters: 5 },
    { ...NEARBY, accuracyMeters: 1_001 },
  ])
    await recordPosition(courier, { deliveryId, ...wild })
  expect(await courierOf(buyer, order.id)).toEqual(good)
  expect(await database.db.$count(outbox, eq(outbox.event, "courier.moved"))).toBe(told)
})
