import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { refundUnacted } from "#core/orders/refund-unacted.server.ts"
import { remindSellers } from "#core/orders/remind-sellers.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { orders, outbox, refunds, variants } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

async function aSale(fulfilment: "pickup" | "delivery", { clockStartsInHours = 0 } = {}) {
  const { db } = database
  const customer = await aCustomer(db)
  const market = await aMarket(db)
  const product = await aProduct(db, market, { stock: 5 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
  if (clockStartsInHours) {
    const clockStartsAt = new Date(order.updatedAt.getTime() + clockStartsInHours * 3_600_000)
    await db.update(orders).set({ clockStartsAt }).where(eq(orders.id, order.id))
  }
  const clock = testClock(order.updatedAt)
  const seller = ctxFor(database, market.actor, { now: clock.now })
  const sweep = async () => {
    await remindSellers(systemCtx(database, { now: clock.now }))
    await refundUnacted(systemCtx(database, { now: clock.now }))
  }
  const reminders = async () =>
    (await listNotifications(seller)).filter((line) => line.message.includes("needs your attention")).length
  const status = async () => {
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
    return row?.status ?? null
  }
  return { order, product, seller, clock, sweep, reminders, status }
}

it("counts from the order's own clock where that starts later", { tags: ["CAL-3"] }, async () => {
  const { clock, sweep, reminders, status } = await aSale("pickup", { clockStartsInHours: 100 })
  clock.advance({ hours: 123, minutes: 59 })
  await sweep()
  expect([await reminders(), await status()]).toEqual([0, "pending"])
  clock.advance({ minutes: 2 })
  await sweep()
  expect(await reminders()).toBe(1)
  clock.advance({ hours: 47, minutes: 58 })
  await sweep()
  expect(await status()).toBe("pending")
  clock.advance({ minutes: 2 })
  await sweep()
  expect(await status()).toBe("cancelled")
})

for (const fulfilment of ["pickup", "delivery"] as const)
  describe(`a ${fulfilment} order on which the seller does not act`, () => {
    it("is called to mind once after 24 hours, and refunded after 72, stock and ledger back", {
      tags: ["REFUND-3"],
    }, async () => {
      const { db } = database
      const { order, product, clock, sweep, reminders, status } = await aSale(fulfilment)
      clock.advance({ hours: 23, minutes: 59 })
      await sweep()
      expect(await reminders()).toBe(0)
      clock.advance({ minutes: 2 })
      await sweep()
      await sweep()
      expect(await reminders()).toBe(1)
      const messages = await db.select().from(outbox).where(eq(outbox.event, "order.reminded"))
      const ofThis = messages.filter(({ payload }) => (payload as { orderId: string }).orderId === order.id)
      expect(ofThis).toHaveLength(1)
      clock.advance({ hours: 47, minutes: 57 })
      await sweep()
      expect(await status()).toBe(fulfilment === "pickup" ? "pending" : null)
      clock.advance({ minutes: 3 })
      await sweep()
      await sweep()
      expect(await status()).toBe("cancelled")
      const owed = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
      expect(owed.map((row) => row.amountCents)).toEqual([order.totalCents])
      const [stock] = await db.select().from(variants).where(eq(variants.productId, product.id))
      expect(stock?.stock).toBe(7)
      expect(await checkLedger(systemCtx(database))).toEqual([])
    })
  })

describe("an own delivery that is accepted and not brought", () => {
  const shelf = async (productId: string) => {
    const [row] = await database.db.select().from(variants).where(eq(variants.productId, productId))
    return row?.stock
  }
  const reason = async (orderId: string) => {
    const [row] = await database.db.select().from(orders).where(eq(orders.id, orderId))
    return row?.cancelReason
  }

  it("is called to mind 24 hours after the seller said Yes, and refunded after 72, stock and ledger back", {
    tags: ["REFUND-4"],
  }, async () => {
    const { order, product, seller, clock, sweep, reminders, status } = await aSale("delivery")
    clock.advance({ hours: 23 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    clock.advance({ hours: 23, minutes: 59 })
    await sweep()
    expect([await status(), await reminders()]).toEqual(["pending", 0])
    clock.advance({ minutes: 2 })
    await sweep()
    await sweep()
    expect([await status(), await reminders()]).toEqual(["pending", 1])
    clock.advance({ hours: 48 })
    await sweep()
    await sweep()
    expect([await status(), await reason(order.id)]).toEqual([
      "cancelled",
      "The market didn't mark this order delivered within 72 hours.",
    ])
    const owed = await database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(owed.map((row) => row.amountCents)).toEqual([order.totalCents])
    expect(await shelf(product.id)).toBe(7)
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })

  it("has a week by carrier until it is called to mind, and three until it is lost: refunded, with nothing for the shelf", {
    tags: ["REFUND-4"],
  }, async () => {
    const { order, product, seller, clock, sweep, reminders, status } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await shipOrder(seller, { orderId: order.id, carrier: "UPS", trackingNumber: "1Z1" })
    clock.advance({ days: 6, hours: 23 })
    await sweep()
    expect([await status(), await reminders()]).toEqual(["shipped", 0])
    clock.advance({ hours: 2 })
    await sweep()
    await sweep()
    expect([await status(), await reminders()]).toEqual(["shipped", 1])
    clock.advance({ days: 13, hours: 22 })
    await sweep()
    expect(await status()).toBe("shipped")
    clock.advance({ hours: 2 })
    await sweep()
    await sweep()
    expect([await status(), await reason(order.id)]).toEqual([
      "cancelled",
      "The market didn't mark this order delivered within 21 days.",
    ])
    const owed = await database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(owed.map((row) => row.amountCents)).toEqual([order.totalCents])
    expect(await shelf(product.id)).toBe(5)
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })

  it("can be given up by an admin while a carrier has it, and not by its seller", {
    tags: ["REFUND-2"],
  }, async () => {
    const { order, product, seller, status } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await shipOrder(seller, { orderId: order.id, carrier: "UPS", trackingNumber: "1Z1" })
    const input = { orderId: order.id, reason: "The carrier lost it." }
    await expect(cancelSellerOrder(seller, input)).rejects.toMatchObject({ code: "illegal_move" })
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    await cancelOrderAsAdmin(admin, input)
    expect([await status(), await shelf(product.id)]).toEqual(["cancelled", 5])
  })

  it("is neither called to mind nor refunded once it was brought", { tags: ["REFUND-5"] }, async () => {
    const { order, seller, clock, sweep, reminders, status } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await markDelivered(seller, order.id)
    clock.advance({ days: 60 })
    await sweep()
    expect([await status(), await reminders()]).toEqual(["delivered", 0])
  })
})

describe("an order on which the seller acted", () => {
  it("is neither called to mind nor refunded", { tags: ["REFUND-5"] }, async () => {
    const { order, seller, clock, sweep, reminders, status } = await aSale("pickup")
    await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
    clock.advance({ hours: 100 })
    await sweep()
    expect([await status(), await reminders()]).toEqual(["ready to pick up", 0])
  })

  it("gets its full time again when the delivery came back to the seller", {
    tags: ["REFUND-5"],
  }, async () => {
    const { order, seller, clock, sweep, reminders, status } = await aSale("delivery")
    clock.advance({ hours: 71 })
    await sweep()
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    clock.advance({ hours: 5 })
    await withdrawOffer(seller, order.id)
    clock.advance({ hours: 20 })
    await sweep()
    expect([await status(), await reminders()]).toEqual([null, 1])
    clock.advance({ hours: 5 })
    await sweep()
    expect([await status(), await reminders()]).toEqual([null, 2])
    clock.advance({ hours: 48 })
    await sweep()
    expect(await status()).toBe("cancelled")
  })
})
