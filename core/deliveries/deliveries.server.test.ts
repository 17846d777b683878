import { and, eq, sql, sum } from "drizzle-orm"
import { describe, expect, it, vi } from "vitest"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { viewCourierApplicant } from "#core/approvals/view-applicant.server.ts"
import { courierOf, recordPosition } from "#core/deliveries/courier-position.server.ts"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import {
  activeDelivery,
  listWaitingDeliveries,
  pageOfDelivered,
} from "#core/deliveries/list-deliveries.server.ts"
import { returnUnclaimed } from "#core/deliveries/overdue-deliveries.server.ts"
import { releaseDelivery } from "#core/deliveries/release-delivery.server.ts"
import { routeTo } from "#core/deliveries/route-to.server.ts"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import type { Directions } from "#core/ports/places.ts"
import {
  courierPositions,
  couriers,
  deliveries,
  ledgerEntries,
  orders,
  outbox,
  transfers,
} from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { offersIn } from "#tests/support/factories/offers.ts"

const database = useDatabase({ connections: 12 })
const NEARBY = { lat: 40.751, lng: -73.996 }

const { anOffer, aSignedInCourier } = offersIn(database)

const shares = (orderId: string) =>
  database.db
    .select({ party: ledgerEntries.party, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
    .orderBy(ledgerEntries.party)

const photo = new Uint8Array([1, 2, 3])

describe("taking a delivery", () => {
  it("gives it to one of twenty couriers at the same moment; nineteen read that it was taken", {
    tags: ["DELIV-4"],
  }, async () => {
    const { deliveryId, order } = await anOffer()
    const couriers = await Promise.all(Array.from({ length: 20 }, () => aSignedInCourier()))
    const results = await Promise.allSettled(couriers.map((courier) => takeDelivery(courier, deliveryId)))
    const lost = results.filter((result) => result.status === "rejected")
    expect(lost).toHaveLength(19)
    for (const { reason } of lost)
      expect(reason).toMatchObject({ code: "order_taken", message: "Order was Taken" })
    expect(await shares(order.id)).toEqual([
      { party: "deliverer", cents: 399 },
      { party: "platform", cents: 40 - 23 },
      { party: "seller", cents: 400 - 21 },
    ])
  })

  it("lets a courier carry one at a time, even when two taps race", { tags: ["DELIV-5"] }, async () => {
    const [first, second] = [await anOffer(), await anOffer()]
    const courier = await aSignedInCourier()
    const results = await Promise.allSettled([
      takeDelivery(courier, first.deliveryId),
      takeDelivery(courier, second.deliveryId),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await activeDelivery(courier)).not.toBeNull()
  })

  it("is harmless when the same tap arrives twice", { tags: ["DELIV-5"] }, async () => {
    const { deliveryId } = await anOffer()
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    await takeDelivery(courier, deliveryId)
    expect((await activeDelivery(courier))?.id).toBe(deliveryId)
  })

  it("shows who may not deliver no address, and lets them take nothing", { tags: ["DELIV-7"] }, async () => {
    const { deliveryId } = await anOffer()
    for (const facts of [
      { approval: "waiting" },
      { approval: "denied" },
      { onboarded: null },
      { onboarded: false },
    ] as const) {
      const courier = await aSignedInCourier(facts)
      await expect(listWaitingDeliveries(courier, NEARBY)).rejects.toMatchObject({ code: "not_allowed" })
      await expect(takeDelivery(courier, deliveryId)).rejects.toMatchObject({ code: "not_allowed" })
    }
  })

  it("shows the waiting ones within 25 miles, without anything of the customer, and the address only to who took it", {
    tags: ["DELIV-6"],
  }, async () => {
    const { deliveryId, order } = await anOffer()
    const courier = await aSignedInCourier()
    const waiting = await listWaitingDeliveries(courier, NEARBY)
    const mine = waiting.find((delivery) => delivery.id === deliveryId)
    expect(mine).toMatchObject({ orderNumber: order.number, feeCents: 399, deliveryMiles: 0.6 })
    expect(JSON.stringify(mine)).not.toContain("350 5th Ave")
    expect(await listWaitingDeliveries(courier, { lat: 39.29, lng: -76.6 })).toEqual([])
    await takeDelivery(courier, deliveryId)
    expect((await activeDelivery(courier))?.address).toBe("350 5th Ave")
    const stranger = await aSignedInCourier()
    expect(await activeDelivery(stranger)).toBeNull()
  })
})

describe("delivering", () => {
  it("goes from taken over picked up to delivered, and the fee becomes due to the courier", {
    tags: ["MONEY-4", "DELIV-11"],
  }, async () => {
    const { deliveryId, order, buyer, seller } = await anOffer()
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    await expect(deliverDelivery(courier, { deliveryId, photo })).rejects.toMatchObject({
      code: "illegal_move",
    })
    await pickUpDelivery(courier, deliveryId)
    await pickUpDelivery(courier, deliveryId)
    await deliverDelivery(courier, { deliveryId, photo })
    await deliverDelivery(courier, { deliveryId, photo })
    const due = await database.db
      .select()
      .from(transfers)
      .where(eq(transfers.orderId, order.id))
      .orderBy(transfers.party)
    expect(due.map((row) => [row.party, row.amountCents])).toEqual([
      ["deliverer", 399],
      ["seller", 400 - 21],
    ])
    expect((await pageOfDelivered(courier, 1)).rows.map((row) => row.orderNumber)).toEqual([order.number])
    expect((await listNotifications(buyer)).map((line) => line.message.split(" ").at(-1))).toContain(
      "delivered.",
    )
    expect((await listNotifications(seller)).map((line) => line.message).toSorted()).toEqual([
      `A courier has taken order ${order.number} and is on the way to you.`,
      `Order ${order.number} was delivered to the customer.`,
      `The courier has picked up order ${order.number} and is on the way to the customer.`,
    ])
  })

  it("tells the courier which taken order is lost and why, until they dismiss it", {
    tags: ["DELIV-25"],
  }, async () => {
    const courier = await aSignedInCourier()
    const cancelled = await anOffer()
    await takeDelivery(courier, cancelled.deliveryId)
    await cancelSellerOrder(cancelled.seller, { orderId: cancelled.order.id, reason: "No melons. Sorry!" })
    const released = await anOffer()
    await takeDelivery(courier, released.deliveryId)
    await releaseDelivery(ctxFor(database, (await anAdmin(database.db)).actor), released.deliveryId)
    const [second, first] = (await viewDeliveries(courier)).notices
    expect(second?.message).toContain(`Our team reassigned order ${released.order.number} `)
    expect(first?.message).toContain(`Order ${cancelled.order.number} `)
    expect(first?.message).toContain("was canceled: “No melons. Sorry!” You no longer need to deliver it.")
    await markSeen(courier, first!.id)
    expect((await viewDeliveries(courier)).notices).toEqual([second])
    expect((await viewDeliveries(await aSignedInCourier())).notices).toEqual([])
  })

  it("keeps a courier with an order in hand from being denied, until an admin released or cancelled it", {
    tags: ["ADMIN-21"],
  }, async () => {
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    const courier = await aSignedInCourier()
    const { userId } = courier.actor
    const denial = { role: "deliverer", userId, approve: false, reason: "Reported for rudeness." } as const
    const deny = () => decideApplicant(admin, denial, { approval: "approved" })
    const taken = await anOffer()
    await takeDelivery(courier, taken.deliveryId)
    expect((await viewCourierApplicant(admin, userId)).inHand).toEqual([
      { number: taken.order.number, status: "taken" },
    ])
    await expect(deny()).rejects.toMatchObject({
      code: "illegal_move",
      message: `This courier has order ${taken.order.number} (taken). Release or cancel it on its page first.`,
    })
    await releaseDelivery(admin, taken.deliveryId)
    const carried = await anOffer()
    await takeDelivery(courier, carried.deliveryId)
    await pickUpDelivery(courier, carried.deliveryId)
    await expect(deny()).rejects.toMatchObject({ code: "illegal_move" })
    await cancelOrderAsAdmin(admin, { orderId: carried.order.id, reason: "Reported for rudeness." })
    await deny()
    expect((await viewDeliveries(courier)).mayDeliver).toBe(false)
  })

  it("shows the address no longer to who lost the approval on the way", { tags: ["DELIV-8"] }, async () => {
    const { deliveryId } = await anOffer()
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    await database.db
      .update(couriers)
      .set({ approval: "denied" })
      .where(eq(couriers.userId, courier.actor.userId))
    expect(await activeDelivery(courier)).toBeNull()
    expect(await viewDeliveries(courier)).toEqual({
      mayDeliver: false,
      waiting: [],
      active: null,
      notices: [],
    })
    await expect(routeTo(courier, { deliveryId, from: NEARBY })).rejects.toMatchObject({
      code: "not_allowed",
    })
  })

  it("shows the way to the market before pick-up and to the customer after, to its own courier alone", {
    tags: ["DELIV-12"],
  }, async () => {
    const { deliveryId } = await anOffer()
    const goals: unknown[] = []
    const directions: Directions = {
      route: async (from, to) => {
        goals.push(to)
        return estimateRoute(from, to)
      },
    }
    const [courier, stranger] = [
      await aSignedInCourier({}, { directions }),
      await aSignedInCourier({}, { directions }),
    ]
    const ask = (ctx: typeof courier) => routeTo(ctx, { deliveryId, from: NEARBY })
    expect(await ask(stranger)).toMatchObject({ toward: "market", isEstimate: true, steps: [] })
    await takeDelivery(courier, deliveryId)
    expect((await ask(courier))?.toward).toBe("market")
    await expect(ask(stranger)).rejects.toMatchObject({ code: "not_found" })
    await pickUpDelivery(courier, deliveryId)
    expect((await ask(courier))?.toward).toBe("customer")
    expect(goals.at(-1)).toEqual({ lat: 40.7484, lng: -73.9857 })
  })

  it("is nobody else's to pick up, give back or deliver", { tags: ["DELIV-9"] }, async () => {
    const { deliveryId } = await anOffer()
    const [courier, stranger] = [await aSignedInCourier(), await aSignedInCourier()]
    await takeDelivery(courier, deliveryId)
    for (const attempt of [
      () => pickUpDelivery(stranger, deliveryId),
      () => giveBackDelivery(stranger, deliveryId),
      () => deliverDelivery(stranger, { deliveryId, photo }),
      () => recordPosition(stranger, { deliveryId, ...NEARBY, accuracyMeters: 5 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" })
  })

  it("has no photo decoded of anybody else, nor before pick-up, nor a second time", {
    tags: ["IMAGE-15"],
  }, async () => {
    const { deliveryId } = await anOffer()
    const [courier, stranger] = [await aSignedInCourier(), await aSignedInCourier()]
    await takeDelivery(courier, deliveryId)
    const images = { ...courier.ports.images, check: vi.fn(courier.ports.images.check) }
    const deliver = (who: typeof courier) =>
      deliverDelivery({ ...who, ports: { ...who.ports, images } }, { deliveryId, photo })
    await expect(deliver(stranger)).rejects.toMatchObject({ code: "not_found" })
    await expect(deliver(courier)).rejects.toMatchObject({ code: "illegal_move" })
    expect(images.check).not.toHaveBeenCalled()
    await pickUpDelivery(courier, deliveryId)
    await deliver(courier)
    await deliver(courier)
    expect(images.check).toHaveBeenCalledOnce()
  })

  it("can be given back before pick-up, with its fee, and not after", { tags: ["DELIV-10"] }, async () => {
    const { deliveryId, order } = await anOffer()
    const [courier, next] = [await aSignedInCourier(), await aSignedInCourier()]
    await takeDelivery(courier, deliveryId)
    await giveBackDelivery(courier, deliveryId)
    expect(await shares(order.id)).toContainEqual({ party: "deliverer", cents: 0 })
    await takeDelivery(next, deliveryId)
    await pickUpDelivery(next, deliveryId)
    await expect(giveBackDelivery(next, deliveryId)).rejects.toMatchObject({ code: "illegal_move" })
  })

  it("tells its customer once that a courier is coming, however often it is given back, and its seller each time", {
    tags: ["EMAIL-109"],
  }, async () => {
    const { deliveryId, order, buyer, seller } = await anOffer()
    for (const courier of [await aSignedInCourier(), await aSignedInCourier()]) {
      await takeDelivery(courier, deliveryId)
      await giveBackDelivery(courier, deliveryId)
    }
    const read = async (ctx: typeof buyer | typeof seller, words: string) =>
      (await listNotifications(ctx as typeof buyer)).filter(({ message }) => message.includes(words)).length
    expect(await read(buyer, "has a courier, who is on the way")).toBe(1)
    expect(await read(seller, "A courier has taken order")).toBe(2)
    const events = await database.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(eq(outbox.event, "order.statusChanged"), sql`${outbox.payload}->>'orderId' = ${order.id}`))
      .orderBy(outbox.id)
    const taken = events
      .map(({ payload }) => payload as Record<string, unknown>)
      .filter(({ status }) => status === "taken")
    expect(taken.map(({ isRepeated }) => isRepeated)).toEqual([undefined, true])
  })

  it("shows the customer where the courier is only between pick-up and delivery, and keeps it no longer", {
    tags: ["ORDER-11"],
  }, async () => {
    const { deliveryId, order, buyer } = await anOffer()
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    const position = { deliveryId, ...NEARBY, accuracyMeters: 5 }
    await recordPosition(courier, position)
    expect(await courierOf(buyer, order.id)).toBeNull()
    await pickUpDelivery(courier, deliveryId)
    await recordPosition(courier, position)
    expect(await courierOf(buyer, order.id)).toMatchObject(NEARBY)
    expect(await courierOf((await anOffer()).buyer, order.id)).toBeNull()
    await deliverDelivery(courier, { deliveryId, photo })
    expect(await courierOf(buyer, order.id)).toBeNull()
    await recordPosition(courier, position).catch((error) =>
      expect(error).toMatchObject({ code: "not_found" }),
    )
    expect(
      await database.db.select().from(courierPositions).where(eq(courierPositions.deliveryId, deliveryId)),
    ).toEqual([])
  })
})

it("goes back to the seller to decide when nobody takes it in 24 hours, from the order's own clock, but not when somebody just did", {
  tags: ["REFUND-6", "CAL-3"],
}, async () => {
  const clock = testClock(new Date())
  const system = systemCtx(database, { now: clock.now })
  const [unclaimed, claimed, early] = [await anOffer(), await anOffer(), await anOffer()]
  const inTwoHours = new Date(clock.now().getTime() + 2 * 3_600_000)
  await database.db.update(orders).set({ clockStartsAt: inTwoHours }).where(eq(orders.id, early.order.id))
  clock.advance({ hours: 23 })
  await returnUnclaimed(system)
  await takeDelivery(await aSignedInCourier(), claimed.deliveryId)
  clock.advance({ hours: 2 })
  await returnUnclaimed(system)
  const statusOf = async (id: string) =>
    (await database.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status
  expect(await statusOf(unclaimed.order.id)).toBeNull()
  expect(await statusOf(claimed.order.id)).toBe("taken")
  expect(await statusOf(early.order.id)).toBe("waiting")
  clock.advance({ hours: 2 })
  await returnUnclaimed(system)
  expect(await statusOf(early.order.id)).toBeNull()
  const [row] = await database.db.select().from(deliveries).where(eq(deliveries.id, unclaimed.deliveryId))
  expect(row?.hasDeliverer).toBeNull()
  expect((await listNotifications(unclaimed.seller))[0]?.message).toContain("Nobody has taken the delivery")
  await chooseCourier(unclaimed.seller, { orderId: unclaimed.order.id, hasDeliverer: true })
})
