import { expect, it } from "vitest"
import { recordPosition, trackCourier } from "#core/deliveries/courier-position.server.ts"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import type { Directions } from "#core/ports/places.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { offersIn } from "#tests/support/factories/offers.ts"

const database = useDatabase()
const { anOffer, aSignedInCourier } = offersIn(database)

it("asks the provider for the customer's time of arrival once in thirty seconds or three hundred metres", {
  tags: ["DELIV-28"],
}, async () => {
  const clock = testClock(new Date())
  const asked: unknown[] = []
  const directions: Directions = {
    route: async (from, to) => {
      asked.push(from)
      return { ...estimateRoute(from, to), distanceMiles: 2, durationSeconds: 600, isEstimate: false }
    },
  }
  const { deliveryId, order, buyer: customer } = await anOffer()
  const buyer = ctxFor(database, customer.actor, { now: clock.now, ports: { directions } })
  const courier = await aSignedInCourier()
  await takeDelivery(courier, deliveryId)
  await pickUpDelivery(courier, deliveryId)
  const START = { lat: 40.7484, lng: -73.9957 }
  const seenFrom = async (metersEast: number) => {
    const lng = START.lng + metersEast / 84_300
    // The position is so inaccurate that one 300 meters away is plausible right afterwards.
    await recordPosition(courier, { deliveryId, lat: START.lat, lng, accuracyMeters: 200 })
    return (await trackCourier(buyer, order.id))?.eta
  }
  expect(await seenFrom(0)).toEqual({ durationSeconds: 600, distanceMiles: 2, isEstimate: false })
  for (let second = 1; second < 30; second++) {
    clock.advance({ seconds: 1 })
    await seenFrom(second * 10)
  }
  expect(asked).toHaveLength(1)
  // Between two provider responses, the last distance shrinks in proportion to the straight line to the door (843 m).
  expect((await seenFrom(210))?.distanceMiles).toBeCloseTo(1.5, 2)
  expect((await seenFrom(210))?.durationSeconds).toBeCloseTo(450, -1)
  clock.advance({ seconds: 1 })
  expect(await seenFrom(210)).toMatchObject({ distanceMiles: 2 })
  expect(asked).toHaveLength(2)
  await seenFrom(520)
  expect(asked).toHaveLength(3)
  // Other open pages of the same customer reuse the response.
  await Promise.all([1, 2, 3].map(() => trackCourier(buyer, order.id)))
  expect(asked).toHaveLength(3)
})

it("keeps an answer of no way as long as any other", { tags: ["DELIV-28"] }, async () => {
  const clock = testClock(new Date())
  let asked = 0
  const directions: Directions = {
    route: async () => {
      asked++
      return null
    },
  }
  const { deliveryId, order, buyer: customer } = await anOffer()
  const buyer = ctxFor(database, customer.actor, { now: clock.now, ports: { directions } })
  const courier = await aSignedInCourier()
  await takeDelivery(courier, deliveryId)
  await pickUpDelivery(courier, deliveryId)
  await recordPosition(courier, { deliveryId, lat: 40.751, lng: -73.996, accuracyMeters: 5 })
  for (const seconds of [0, 10, 19, 1]) {
    clock.advance({ seconds })
    expect((await trackCourier(buyer, order.id))?.eta).toBeNull()
  }
  expect(asked).toBe(2)
})
