import { and, eq, isNotNull } from "drizzle-orm"
import { beforeEach, describe, expect, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { cents, ZERO } from "#core/money.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { createRefund } from "#core/payments/move-refund.server.ts"
import { deliveries, ledgerEntries, orders, outbox, refunds, transfers } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { handOver } from "./hand-over.server.ts"
import { markDelivered } from "./mark-delivered.server.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"
import { shipOrder } from "./ship-order.server.ts"
import { takeBackOwnDelivery } from "./take-back-own-delivery.server.ts"
import { FOLLOWED, NOT_YOURS, TOO_LATE, UNDO_MS, UNDONE } from "./undo.ts"
import { lastUndoable, undoStep } from "./undo-step.server.ts"
import { withdrawOffer } from "./withdraw-offer.server.ts"

const database = useDatabase({ connections: 4 })
const clock = testClock()
const now = clock.now

beforeEach(() => database.pool.query("delete from outbox"))

async function aSale(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const customer = await aCustomer(db)
  const market = await aMarket(db)
  const product = await aProduct(db, market, { priceCents: 450 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
  const parts = { now }
  return {
    orderId: order.id,
    checkoutId: order.checkoutId,
    confirmation: order.confirmation,
    deliveryId: order.delivery?.id ?? "",
    seller: ctxFor(database, market.actor, parts),
    buyer: ctxFor(database, customer.actor, parts),
    colleague: ctxFor(database, { ...market.actor, userId: (await aMarket(db)).userId }, parts),
  }
}
type Sale = Awaited<ReturnType<typeof aSale>>

const own = (sale: Sale) => chooseCourier(sale.seller, { orderId: sale.orderId, hasDeliverer: true })
const offer = (sale: Sale) => chooseCourier(sale.seller, { orderId: sale.orderId, hasDeliverer: false })
const ship = ({ seller, orderId }: Sale) =>
  shipOrder(seller, { orderId, carrier: "UPS", trackingNumber: "1Z999" })
const setTo = (status: "pending" | "ready to pick up" | "picked up") => (sale: Sale) =>
  setPickupStatus(sale.seller, { orderId: sale.orderId, status })
const deliver = (sale: Sale) => markDelivered(sale.seller, sale.orderId)
const takeBack = (sale: Sale) => takeBackOwnDelivery(sale.seller, sale.orderId)
const withdraw = (sale: Sale) => withdrawOffer(sale.seller, sale.orderId)
const hand = ({ seller, orderId, confirmation }: Sale) => handOver(seller, { orderId, code: confirmation })

/** Everything of an order that a step writes: columns, sums by person, money on its way, what its customer reads. */
async function everythingOf({ orderId, buyer }: Sale) {
  const { db } = database
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId))
  const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId))
  const sums: Record<string, number> = {}
  for (const { party, kind, amountCents } of entries)
    sums[`${party} ${kind}`] = (sums[`${party} ${kind}`] ?? 0) + amountCents
  const onTheWay = await db.$count(
    transfers,
    and(eq(transfers.orderId, orderId), eq(transfers.status, "due")),
  )
  return {
    order: { ...order, updatedAt: null },
    delivery,
    sums: Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0)),
    onTheWay,
    notifications: (await listNotifications(buyer)).map(({ message }) => message),
  }
}

/** The jobs that a relay queues now, of all orders. */
async function relay(): Promise<string[]> {
  const names: string[] = []
  await releaseDueEvents(database.db, now(), 100)
  await queueEvents(database.db, 100, async (jobs) => void names.push(...jobs.map(({ name }) => name)))
  return names.sort()
}

const CASES: [string, "pickup" | "delivery", ((sale: Sale) => Promise<unknown>)[]][] = [
  ["ready to pick up", "pickup", [setTo("ready to pick up")]],
  ["back to pending", "pickup", [setTo("ready to pick up"), setTo("pending")]],
  ["handed over with the code", "pickup", [setTo("ready to pick up"), hand]],
  ["picked up by the select, straight from pending", "pickup", [setTo("picked up")]],
  ["own delivery", "delivery", [own]],
  ["own delivery after a withdrawn offer", "delivery", [offer, withdraw, own]],
  ["decided again", "delivery", [own, takeBack]],
  ["shipped", "delivery", [own, ship]],
  ["delivered without a carrier", "delivery", [own, deliver]],
  ["delivered after shipping", "delivery", [own, ship, deliver]],
  ["offered", "delivery", [offer]],
  ["offered again", "delivery", [offer, withdraw, offer]],
  ["withdrawn", "delivery", [offer, withdraw]],
]

describe("undo of a seller's step", () => {
  it.each(CASES)(
    "restores everything: %s",
    { tags: ["UNDO-1", "UNDO-2"] },
    async (_name, fulfilment, steps) => {
      const sale = await aSale(fulfilment)
      for (const step of steps.slice(0, -1)) {
        await step(sale)
        clock.advance({ seconds: 11 })
      }
      await relay()
      const before = await everythingOf(sale)
      await steps.at(-1)!(sale)
      expect(await everythingOf(sale)).not.toEqual(before)
      clock.advance({ seconds: 10 })
      await undoStep(sale.seller, { orderId: sale.orderId })
      expect(await everythingOf(sale)).toEqual(before)
      clock.advance({ seconds: 60 })
      expect(await relay()).toEqual([])
      await steps.at(-1)!(sale)
      const again = await everythingOf(sale)
      expect(again.onTheWay).toBe(again.order.complete ? 1 : 0)
      expect(await checkLedger(systemCtx(database))).toEqual([])
    },
  )

  it("leaves emails and transfers of a step waiting for ten seconds, then sends them", {
    tags: ["UNDO-2"],
  }, async () => {
    const sale = await aSale()
    const seller = { ...sale.seller, rates: { ...sale.seller.rates, transferDelayHours: 0 } }
    await handOver(seller, { orderId: sale.orderId })
    clock.advance({ seconds: 9 })
    expect(await relay()).toEqual([])
    clock.advance({ seconds: 1 })
    expect(await relay()).toEqual(["send-order-status-email", "send-transfers"])
  })

  it("is rejected with the reason once it is late, followed, done, or somebody else's", {
    tags: ["UNDO-3"],
  }, async () => {
    const late = await aSale()
    await hand(late)
    clock.advance({ seconds: UNDO_MS / 1_000 })
    expect(await lastUndoable(late.seller, late.orderId)).toMatchObject({ move: "handOver", msLeft: 0 })
    clock.advance({ seconds: 0.001 })
    expect(await lastUndoable(late.seller, late.orderId)).toBeNull()
    await expect(undoStep(late.seller, late)).rejects.toThrow(TOO_LATE)
    expect((await everythingOf(late)).order).toMatchObject({ status: "picked up", handedOverWith: "code" })

    const theirs = await aSale()
    await hand(theirs)
    expect(await lastUndoable(theirs.colleague, theirs.orderId)).toBeNull()
    await expect(undoStep(theirs.colleague, theirs)).rejects.toThrow(NOT_YOURS)
    await expect(undoStep(late.seller, theirs)).rejects.toMatchObject({ code: "not_found" })

    const twice = await aSale()
    await setTo("ready to pick up")(twice)
    await undoStep(twice.seller, twice)
    await expect(undoStep(twice.seller, twice)).rejects.toThrow(UNDONE)

    const later = await aSale()
    await setTo("ready to pick up")(later)
    const { stepId } = (await lastUndoable(later.seller, later.orderId))!
    await hand(later)
    await expect(undoStep(later.seller, { ...later, stepId })).rejects.toThrow(FOLLOWED)

    const refunded = await aSale()
    await hand(refunded)
    const refund = { itemsCents: cents(100), deliveryCents: ZERO, taxCents: ZERO, amountCents: cents(100) }
    await database.db.transaction((tx) =>
      createRefund(systemCtx(database, { now }), tx, "request", {
        ...refund,
        checkoutId: refunded.checkoutId,
        orderId: refunded.orderId,
        reason: "Two were bruised.",
        bearer: "seller",
      }),
    )
    await expect(undoStep(refunded.seller, refunded)).rejects.toThrow(FOLLOWED)
    // It was not booked, which the ledger's check would find.
    await database.db.delete(refunds).where(eq(refunds.orderId, refunded.orderId))
  })
})

describe("handing over", { tags: ["UNDO-4"] }, () => {
  it("records whether the customer showed the code, in any spelling, and rejects another code", async () => {
    const with_ = await aSale()
    await expect(handOver(with_.seller, { ...with_, code: "K7QF-3M2X" })).rejects.toMatchObject({
      code: "invalid",
      field: "code",
      message: "That is not this order's code.",
    })
    await handOver(with_.seller, {
      ...with_,
      code: ` ${with_.confirmation.slice(0, 4).toLowerCase()} -${with_.confirmation.slice(4)}`,
    })
    expect((await everythingOf(with_)).order.handedOverWith).toBe("code")
    const without = await aSale()
    await setTo("picked up")(without)
    expect((await everythingOf(without)).order.handedOverWith).toBe("without code")
    const delivered = await aSale("delivery")
    await expect(handOver(delivered.seller, delivered)).rejects.toMatchObject({ code: "illegal_move" })
  })
})

describe("races of undo", { tags: ["UNDO-5"] }, () => {
  const isSent = async (orderId: string) =>
    (
      await database.db
        .select()
        .from(outbox)
        .where(and(eq(outbox.event, "order.statusChanged"), isNotNull(outbox.withdrawnAt)))
    ).every(({ payload }) => (payload as { orderId: string }).orderId !== orderId)

  it("loses to the relay that releases the step's jobs as the ten seconds end", async () => {
    const sale = await aSale()
    await hand(sale)
    clock.advance({ seconds: 10 })
    let undo: Promise<unknown> = Promise.resolve()
    await database.db.transaction(async (tx) => {
      await releaseDueEvents(tx, now(), 100)
      undo = undoStep(sale.seller, sale).catch((error: Error) => error.message)
      await untilWaiting(database, 1)
    })
    expect(await undo).toBe(TOO_LATE)
    expect((await everythingOf(sale)).order.status).toBe("picked up")
    expect(await relay()).toContain("send-order-status-email")
  })

  it("wins or loses as a whole against the relay", async () => {
    for (let round = 0; round < 20; round += 1) {
      const sale = await aSale()
      await hand(sale)
      clock.advance({ seconds: 10 })
      const [undone] = await Promise.allSettled([
        undoStep(sale.seller, sale),
        releaseDueEvents(database.db, now(), 100),
      ])
      const { order, onTheWay } = await everythingOf(sale)
      const won = undone.status === "fulfilled"
      expect([order.status, onTheWay, await isSent(sale.orderId)]).toEqual(
        won ? ["pending", 0, false] : ["picked up", 1, true],
      )
    }
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })

  it("either undoes the offer or leaves it to the courier who takes it", async () => {
    for (let round = 0; round < 10; round += 1) {
      const sale = await aSale("delivery")
      await offer(sale)
      const { actor } = await aCourier(database.db)
      const courier = ctxFor(database, actor, { now, ports: { images: noImages } })
      const [undone, taken] = await Promise.allSettled([
        undoStep(sale.seller, sale),
        takeDelivery(courier, sale.deliveryId),
      ])
      expect([undone.status, taken.status].sort()).toEqual(["fulfilled", "rejected"])
      expect((await everythingOf(sale)).order.status).toBe(undone.status === "fulfilled" ? null : "taken")
    }
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })

  it("either undoes the step before a cancellation, or finds the order canceled", async () => {
    for (let round = 0; round < 10; round += 1) {
      const sale = await aSale("delivery")
      await own(sale)
      const cancel = cancelSellerOrder(sale.seller, { orderId: sale.orderId, reason: "It rained." })
      const [canceled] = await Promise.allSettled([cancel, undoStep(sale.seller, sale)])
      expect(canceled.status).toBe("fulfilled")
      const { order, sums } = await everythingOf(sale)
      expect([order.status, sums["seller delivery"] ?? 0]).toEqual(["cancelled", expect.any(Number)])
    }
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })
})
