import { and, eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { pushOrderWaiting } from "#core/push/send-seller-push.server.ts"
import { marketCalendars, orders, outbox } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aDevice, aPushService } from "#tests/support/push.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { acknowledgeOrder } from "./acknowledge-order.server.ts"
import { cancelOrderAsAdmin } from "./cancel-order-as-admin.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { remindOfNewOrder } from "./remind-of-new-order.server.ts"

const database = useDatabase({ connections: 4 })
const service = aPushService()
/** A Monday, 10 am in New York; the market is open from 9 to 5. */
const PLACED_AT = new Date("2026-11-23T15:00:00Z")

async function aNewOrder(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer: await aCustomer(db), market, product, fulfilment })
  await db
    .update(orders)
    .set({ acknowledgedAt: null, createdAt: PLACED_AT, updatedAt: PLACED_AT })
    .where(eq(orders.id, order.id))
  const clock = testClock(PLACED_AT)
  clock.advance({ minutes: 10 })
  const ids = { orderId: order.id, sellerId: market.userId }
  const system = systemCtx(database, { now: clock.now, ports: { push: service.port } })
  const seller = ctxFor(database, market.actor, { now: clock.now })
  const emitted = (event: "order.acknowledgmentDue" | "order.notAcknowledged") =>
    db
      .select({ dueAt: outbox.dueAt })
      .from(outbox)
      .where(and(eq(outbox.event, event), sql`payload ->> 'orderId' = ${order.id}`))
  return {
    order,
    ids,
    market,
    clock,
    seller,
    system,
    emitted,
    device: await aDevice(db, market.actor),
    remind: () => remindOfNewOrder(system, ids),
    push: () => pushOrderWaiting(system, ids, `ob-${order.id}-push`),
    async reminders() {
      const messages = (await listNotifications(seller)).map(({ message }) => message)
      const events = await emitted("order.notAcknowledged")
      expect(events).toHaveLength(messages.filter((message) => message.includes("is waiting")).length)
      return messages
    },
  }
}

describe("an order that nobody has acknowledged after ten minutes", { tags: ["REACH-108"] }, () => {
  it("is called to mind once, in the notifications and on the seller's devices, however often the job runs", async () => {
    const { order, remind, reminders, push, device } = await aNewOrder()
    await remind()
    await remind()
    await Promise.all([remind(), remind(), remind()])
    expect(await reminders()).toEqual([
      `Order ${order.number} is waiting. Press Got it once you have seen it.`,
    ])
    await push()
    await push()
    expect(service.takeTitles(device)).toEqual([`Order ${order.number} is waiting`])
  })

  it("is not called to mind once somebody acknowledged, moved or canceled it", async () => {
    const [seen, moved, canceled] = [await aNewOrder(), await aNewOrder("delivery"), await aNewOrder()]
    await acknowledgeOrder(seen.seller, { orderId: seen.order.id })
    await chooseCourier(moved.seller, { orderId: moved.order.id, hasDeliverer: true })
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    await cancelOrderAsAdmin(admin, { orderId: canceled.order.id, reason: "Nobody is there." })
    for (const { remind, reminders, push, device } of [seen, moved, canceled]) {
      await remind()
      expect((await reminders()).filter((message) => message.includes("is waiting"))).toEqual([])
      await push()
      expect(service.takeTitles(device)).toEqual([])
    }
  })

  it("is not called to mind if Got it is pressed at that moment", async () => {
    const { order, clock, remind, reminders } = await aNewOrder()
    let reminding: Promise<unknown> = Promise.resolve()
    await database.db.transaction(async (tx) => {
      await tx.update(orders).set({ acknowledgedAt: clock.now() }).where(eq(orders.id, order.id))
      reminding = remind()
      await untilWaiting(database, 1)
    })
    await reminding
    expect(await reminders()).toEqual([])
  })

  it("waits for the end of a pause that began since", async () => {
    const { market, remind, reminders, emitted, clock } = await aNewOrder("delivery")
    const paused = { marketId: market.id, pausedAt: clock.now(), pausedUntil: "2026-11-25" }
    await database.db.insert(marketCalendars).values(paused)
    await remind()
    expect(await reminders()).toEqual([])
    const again = new Date("2026-11-25T14:10:00Z")
    expect(await emitted("order.acknowledgmentDue")).toEqual([{ dueAt: again }])
    clock.advance({ days: 1, hours: 23 })
    await remind()
    expect(await reminders()).toHaveLength(1)
  })
})
