import { and, eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { deliveries, orderLines, orders, outbox } from "#db/schema/index.ts"
import { atOneOrder } from "#tests/support/at-one-order.ts"
import { stockOf } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { packLine } from "./pack-line.server.ts"
import { packOrder, unpackOrder } from "./pack-order.server.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"
import { settlePacking } from "./settle-packing.server.ts"

const accounts = usePayoutAccounts({ connections: 6 })
const refunds = refundsIn(accounts)

type Paid = Awaited<ReturnType<typeof refunds.aPaidOrder>>

/** Ledger and provider agree to the cent after every test. */
afterEach(async () => {
  expect(await checkLedger(accounts.system())).toEqual([])
  const { provider, books } = await refunds.platformHolds()
  expect(provider).toBe(books)
})

const rowOf = async ({ order }: Paid) =>
  (await accounts.database.db.select().from(orders).where(eq(orders.id, order.id)))[0]!

const lineRow = async (lineId: string) =>
  (await accounts.database.db.select().from(orderLines).where(eq(orderLines.id, lineId)))[0]!

const pack = ({ order, seller }: Paid, bags = 1) =>
  packOrder(seller, { orderId: order.id, bags, allAsOrdered: true })

const oneNotebook = ({ seller, notebooks }: Paid) =>
  packLine(seller, { lineId: notebooks.id, packedQuantity: 1 })

async function nothing({ seller, notebooks, melons }: Paid) {
  for (const { id: lineId } of [notebooks, melons]) await packLine(seller, { lineId, packedQuantity: 0 })
}

/** Runs the jobs that are due by now, each twice, and sends the refunds. */
async function runDueJobs({ order }: Paid) {
  await releaseDueEvents(accounts.database.db, accounts.clock.now(), 1000)
  const due: string[] = []
  await queueEvents(accounts.database.db, 1000, async (jobs) => {
    for (const { name, payload } of jobs)
      if (name === "settle-packing") due.push((payload as { orderId: string }).orderId)
  })
  for (const orderId of due.filter((id) => id === order.id)) {
    await settlePacking(accounts.system(), { orderId })
    await settlePacking(accounts.system(), { orderId })
  }
  for (const { id } of await refunds.rowsOf(order.id)) await refunds.send(id)
}

async function tenSecondsLater(paid: Paid) {
  accounts.clock.advance({ seconds: 10 })
  await runDueJobs(paid)
}

const refundOf = async ({ order }: Paid) =>
  (await refunds.rowsOf(order.id)).map(({ amountCents }) => amountCents)

describe("a packed order", { tags: ["PACK-2"] }, () => {
  it("is ready to pick up, and what is missing is refunded once with its tax, ten seconds later", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    await pack(paid, 2)
    expect(await rowOf(paid)).toMatchObject({ status: "ready to pick up", bags: 2 })
    accounts.clock.advance({ seconds: 9 })
    await runDueJobs(paid)
    expect(await refundOf(paid)).toEqual([])
    accounts.clock.advance({ seconds: 1 })
    await runDueJobs(paid)
    const [refund, ...others] = await refunds.rowsOf(paid.order.id)
    expect(others).toEqual([])
    expect(refund).toMatchObject({
      source: "packing",
      bearer: "seller",
      itemsCents: 450,
      reason: "Notebook: 1 of 2, 1 was missing.",
    })
    expect(refund?.amountCents).toBe(450 + Math.floor(paid.notebooks.taxCents / 2))
    expect(await refunds.atProvider(paid.paymentId)).toEqual([[refund?.amountCents, "succeeded"]])
  })

  it("refuses to be settled while packing can be undone", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    await pack(paid)
    await expect(settlePacking(accounts.system(), { orderId: paid.order.id })).rejects.toThrow("undone")
  })

  it("does not bring back to stock what is missing, nor when it is canceled afterwards", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    const { db } = accounts.database
    const before = await stockOf(db, paid.products.paper.variantId)
    await oneNotebook(paid)
    expect(await stockOf(db, paid.products.paper.variantId)).toBe(before)
    await cancelSellerOrder(paid.seller, { orderId: paid.order.id, reason: "The stall burned down." })
    expect(await stockOf(db, paid.products.paper.variantId)).toBe(before! + 1)
    await runDueJobs(paid)
    expect(await refundOf(paid)).toEqual([paid.order.totalCents])
  })

  it("sets the stock of what has run out to nothing, if its seller says so", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    const { seller, notebooks, melons, products } = paid
    await packLine(seller, { lineId: notebooks.id, packedQuantity: 1, stockToZero: true })
    await packLine(seller, { lineId: melons.id, packedQuantity: 0 })
    expect(await stockOf(accounts.database.db, products.paper.variantId)).toBe(0)
    expect(await stockOf(accounts.database.db, products.melons.variantId)).toBeGreaterThan(0)
    expect(await lineRow(notebooks.id)).toMatchObject({ packedQuantity: 1, differenceReason: "out of stock" })
  })

  it("is canceled with a full refund if nothing of it is left, ten seconds later", async () => {
    const paid = await refunds.aPaidOrder()
    const { db } = accounts.database
    const before = await stockOf(db, paid.products.melons.variantId)
    await nothing(paid)
    await pack(paid)
    expect((await rowOf(paid)).status).toBeNull()
    await tenSecondsLater(paid)
    expect(await rowOf(paid)).toMatchObject({
      status: "cancelled",
      cancelledBy: "seller",
      cancelReason: "Nothing of this order was left.",
    })
    expect(await refundOf(paid)).toEqual([paid.order.totalCents])
    expect(await stockOf(db, paid.products.melons.variantId)).toBe(before)
  })

  it("can be packed again within ten seconds, and then nothing is refunded", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    await pack(paid)
    accounts.clock.advance({ seconds: 9 })
    await unpackOrder(paid.seller, { orderId: paid.order.id })
    expect(await rowOf(paid)).toMatchObject({ status: "pending", packedAt: null, bags: null })
    await tenSecondsLater(paid)
    expect(await refundOf(paid)).toEqual([])
    await packLine(paid.seller, { lineId: paid.notebooks.id, packedQuantity: 2 })
    await pack(paid)
    await tenSecondsLater(paid)
    expect(await refundOf(paid)).toEqual([])
  })

  it("stays packed once ten seconds are over", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await pack(paid)
    accounts.clock.advance({ seconds: 10 })
    await expect(unpackOrder(paid.seller, { orderId: paid.order.id })).rejects.toMatchObject({
      code: "illegal_move",
    })
    await expect(oneNotebook(paid)).rejects.toMatchObject({ code: "illegal_move" })
    await pack(paid)
  })

  it("needs each of its lines dealt with", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    const half = packOrder(paid.seller, { orderId: paid.order.id, bags: 1 })
    await expect(half).rejects.toMatchObject({ code: "invalid", message: "Check off the open item first." })
    const tooMany = packLine(paid.seller, { lineId: paid.notebooks.id, packedQuantity: 3 })
    await expect(tooMany).rejects.toMatchObject({ code: "invalid" })
  })

  it("refunds what was found missing even if it is handed over without being marked packed", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    await setPickupStatus(paid.seller, { orderId: paid.order.id, status: "picked up" })
    await expect(oneNotebook(paid)).rejects.toMatchObject({ code: "illegal_move" })
    await tenSecondsLater(paid)
    expect(await refundOf(paid)).toHaveLength(1)
  })

  it("gives no unit back twice that an admin refunded before or meanwhile, and never more than was paid", async () => {
    const admin = await refunds.admin()
    const input = (paid: Paid) =>
      refunds.input(paid.order.id, { lines: [{ lineId: paid.notebooks.id, quantity: 1 }] })
    const before = await refunds.aPaidOrder({ pickup: true })
    await refundOrder(admin, input(before))
    await oneNotebook(before)
    await pack(before)
    await tenSecondsLater(before)
    expect(await refundOf(before)).toEqual([468])
    const meanwhile = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(meanwhile)
    await pack(meanwhile)
    await refundOrder(admin, input(meanwhile))
    await tenSecondsLater(meanwhile)
    expect(await refundOf(meanwhile)).toEqual([468])
    const amount = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(amount)
    await pack(amount)
    const all = { amountCents: amount.order.totalCents }
    await refundOrder(admin, refunds.input(amount.order.id, all))
    await tenSecondsLater(amount)
    expect(await refundOf(amount)).toEqual([amount.order.totalCents])
  })
})

/** Both begin, in this order, before either has locked the order. */
const atOnce = ({ order }: Paid, first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  atOneOrder(accounts.database.pool, order.id, first, second)

describe("packing at the same moment as", { tags: ["PACK-3"] }, () => {
  it("another phone packs the same line: the same count twice is fine, another one is not overwritten", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    const { seller, notebooks } = paid
    const count = (packedQuantity: number, seen: number | null) => () =>
      packLine(seller, { lineId: notebooks.id, packedQuantity, seen })
    expect(await atOnce(paid, count(1, null), count(1, null))).toEqual(["fulfilled", "fulfilled"])
    expect(await atOnce(paid, count(2, 1), count(0, 1))).toEqual(["fulfilled", "rejected"])
    expect((await lineRow(notebooks.id)).packedQuantity).toBe(2)
    const changes = await accounts.database.db
      .select()
      .from(outbox)
      .where(eq(outbox.event, "order.lineDealtWith"))
    expect(
      changes.filter(({ payload }) => (payload as { orderId: string }).orderId === paid.order.id),
    ).toHaveLength(2)
  })

  it("another phone marks it packed: one refund", async () => {
    const paid = await refunds.aPaidOrder({ pickup: true })
    await oneNotebook(paid)
    expect(
      await atOnce(
        paid,
        () => pack(paid),
        () => pack(paid),
      ),
    ).toEqual(["fulfilled", "fulfilled"])
    const packed = await accounts.database.db.select().from(outbox).where(eq(outbox.event, "order.packed"))
    expect(
      packed.filter(({ payload }) => (payload as { orderId: string }).orderId === paid.order.id),
    ).toHaveLength(1)
    await tenSecondsLater(paid)
    expect(await refundOf(paid)).toHaveLength(1)
  })

  it("it is canceled: all of it is refunded once", async () => {
    for (const isPackFirst of [true, false]) {
      const paid = await refunds.aPaidOrder({ pickup: true })
      await oneNotebook(paid)
      const cancel = () => cancelSellerOrder(paid.seller, { orderId: paid.order.id, reason: "It rained." })
      const [first, second] = isPackFirst ? [() => pack(paid), cancel] : [cancel, () => pack(paid)]
      await atOnce(paid, first, second)
      expect((await rowOf(paid)).status).toBe("cancelled")
      await tenSecondsLater(paid)
      expect(await refundOf(paid)).toEqual([paid.order.totalCents])
    }
  })

  it("an admin refunds the same unit while it is settled: it is given back once", async () => {
    const admin = await refunds.admin()
    for (const isSettledFirst of [true, false]) {
      const paid = await refunds.aPaidOrder({ pickup: true })
      await packLine(paid.seller, { lineId: paid.notebooks.id, packedQuantity: 0 })
      await pack(paid)
      accounts.clock.advance({ seconds: 10 })
      const lines = [{ lineId: paid.notebooks.id, quantity: 2 }]
      const refund = () => refundOrder(admin, refunds.input(paid.order.id, { lines }))
      const settle = () => settlePacking(accounts.system(), { orderId: paid.order.id })
      const [first, second] = isSettledFirst ? [settle, refund] : [refund, settle]
      await atOnce(paid, first, second)
      const made = await refunds.rowsOf(paid.order.id)
      expect(made.map(({ itemsCents }) => itemsCents)).toEqual([900])
      await runDueJobs(paid)
    }
  })

  it("a courier takes it: both succeed, and it can be picked up", async () => {
    const paid = await refunds.aPaidOrder()
    await chooseCourier(paid.seller, { orderId: paid.order.id, hasDeliverer: false })
    const [delivery] = await accounts.database.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.orderId, paid.order.id)))
    const { actor } = await aCourier(accounts.database.db)
    const parts = accounts.parts()
    const courier = ctxFor(accounts.database, actor, {
      ...parts,
      ports: { ...parts.ports, images: noImages },
    })
    await oneNotebook(paid)
    expect(
      await atOnce(
        paid,
        () => takeDelivery(courier, delivery!.id),
        () => pack(paid),
      ),
    ).toEqual(["fulfilled", "fulfilled"])
    expect((await rowOf(paid)).status).toBe("taken")
    await pickUpDelivery(courier, delivery!.id)
    await expect(unpackOrder(paid.seller, { orderId: paid.order.id })).rejects.toMatchObject({
      code: "illegal_move",
    })
    await tenSecondsLater(paid)
    expect(await refundOf(paid)).toHaveLength(1)
  })
})
