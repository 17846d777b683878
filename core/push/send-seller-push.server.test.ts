import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { chooseNotifications } from "#core/notifications/choose-notifications.server.ts"
import { choicesOf, kindsOf } from "#core/notifications/kinds.ts"
import { EVENTS } from "#core/outbox/events.ts"
import { markets, orders, payouts } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aDevice, aPushService } from "#tests/support/push.ts"
import { pushOrderCancelled } from "./send-order-push.server.ts"
import {
  pushDispute,
  pushNewOrder,
  pushOrderWaiting,
  pushPayoutFailed,
  pushReminder,
  pushRequirements,
  pushSubscription,
} from "./send-seller-push.server.ts"

const database = useDatabase()
const service = aPushService()
const clock = testClock()
const system = () => systemCtx(database, { ports: { push: service.port }, now: clock.now })
let job = 0
const jobId = () => `ob-${++job}-push`

async function aSale() {
  const { db } = database
  const market = await aMarket(db)
  const customer = await aCustomer(db, { firstName: "Joe" })
  const product = await aProduct(db, market, { priceCents: 450 })
  const [startsAt, endsAt] = [new Date("2026-03-07T15:00:00Z"), new Date("2026-03-07T16:00:00Z")]
  const order = await anOrder(db, { customer, market, product, quantity: 2, window: { startsAt, endsAt } })
  const device = await aDevice(db, market.actor)
  const set = (facts: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(facts).where(eq(orders.id, order.id))
  const take = () => {
    const own = service.sent.filter(({ endpoint }) => endpoint === device.endpoint)
    service.sent.length = 0
    return own.map(({ message: { title, text, url } }) => ({ title, text, url }))
  }
  return { market, order, orderId: order.id, userId: market.userId, set, take }
}

const sendTo = {
  newOrder: (sale: Awaited<ReturnType<typeof aSale>>) => pushNewOrder(system(), sale, jobId()),
  waiting: async (sale: Awaited<ReturnType<typeof aSale>>) => {
    await sale.set({ acknowledgedAt: null })
    await pushOrderWaiting(system(), sale, jobId())
  },
  reminder: (sale: Awaited<ReturnType<typeof aSale>>) => pushReminder(system(), sale, jobId()),
  dispute: (sale: Awaited<ReturnType<typeof aSale>>) => pushDispute(system(), sale, jobId()),
  cancellation: async (sale: Awaited<ReturnType<typeof aSale>>) => {
    await sale.set({ status: "cancelled", cancelledBy: "admin" })
    await pushOrderCancelled(system(), sale, jobId())
  },
  payout: async ({ userId }: Awaited<ReturnType<typeof aSale>>) => {
    const payout = {
      userId,
      role: "seller",
      amountCents: 21_300,
      status: "failed",
      failure: "Closed.",
    } as const
    const [row] = await database.db
      .insert(payouts)
      .values(payout as never)
      .returning()
    await pushPayoutFailed(system(), { payoutId: row!.id, userId }, jobId())
  },
  requirements: (sale: Awaited<ReturnType<typeof aSale>>) => pushRequirements(system(), sale, jobId()),
  card: async ({ userId }: Awaited<ReturnType<typeof aSale>>) => {
    await database.db.update(markets).set({ subscription: "past_due" }).where(eq(markets.userId, userId))
    await pushSubscription(system(), { userId, now: "past_due" }, jobId())
  },
}

describe("a seller's devices", { tags: ["PUSH-14"] }, () => {
  it("show of a new order when it is due, how many items it has and what the seller receives", async () => {
    const sale = await aSale()
    await sendTo.newOrder(sale)
    const text = "Joe, pickup Sat, Mar 7, 10–11 am, 2 items, you receive $8.58"
    const url = `/order-seller?OrderID=${sale.orderId}`
    expect(sale.take()).toEqual([{ title: `New order ${sale.order.number}`, text, url }])
    await sendTo.waiting(sale)
    expect(sale.take()).toEqual([{ title: `Order ${sale.order.number} is waiting`, text, url }])
  })

  it("warn of a refund, of a cancellation, and of what is wrong with money, each once it is true", async () => {
    const sale = await aSale()
    const { number } = sale.order
    await sendTo.reminder(sale)
    expect(sale.take()).toMatchObject([
      {
        title: `Order ${number} needs your attention`,
        text: "It will be refunded in 48 hours if you don't act.",
      },
    ])
    await sale.set({ status: "ready to pick up" })
    await sendTo.reminder(sale)
    expect(sale.take()).toEqual([])
    await sendTo.dispute(sale)
    expect(sale.take()).toMatchObject([{ title: `The payment for order ${number} is disputed` }])
    await sendTo.cancellation(sale)
    expect(sale.take()).toMatchObject([{ title: `Order ${number} was canceled` }])
    await sale.set({ cancelledBy: "seller" })
    await pushOrderCancelled(system(), sale, jobId())
    expect(sale.take()).toEqual([])
    await sendTo.payout(sale)
    expect(sale.take()).toMatchObject([
      {
        title: "A payout didn't go through",
        text: "Your bank returned $213.00. It is back in your balance.",
      },
    ])
    await sendTo.requirements(sale)
    expect(sale.take()).toMatchObject([{ title: "Stripe needs more information", url: "/requirement" }])
    await sendTo.card(sale)
    expect(sale.take()).toMatchObject([{ title: "We couldn't charge your card", url: "/updateCard" }])
    await pushSubscription(system(), { userId: sale.userId, now: "cancelled" }, jobId())
    expect(sale.take()).toEqual([])
  })

  it("show nothing of a kind that was turned off", async () => {
    const usual = choicesOf("seller").map(({ name }) => name)
    const SENT = {
      newOrders: ["newOrder"],
      orderSteps: ["cancellation"],
      reminders: ["waiting", "reminder"],
      money: ["dispute", "payout", "requirements", "card"],
    } as const
    const withPush = kindsOf("seller").flatMap(({ kind, ways }) => ("push" in ways ? [kind] : []))
    expect(withPush).toEqual(Object.keys(SENT))
    for (const [kind, sent] of Object.entries(SENT))
      for (const name of sent) {
        const sale = await aSale()
        await chooseNotifications(ctxFor(database, sale.market.actor), {
          on: usual.filter((choice) => choice !== `${kind}:push`),
        })
        await sendTo[name](sale)
        expect([name, sale.take()]).toEqual([name, []])
        await chooseNotifications(ctxFor(database, sale.market.actor), { on: [`${kind}:push`] })
        await sendTo[name](sale)
        expect([name, sale.take().length]).toEqual([name, 1])
      }
  })

  it("are not notified of what the seller did, won, or what concerns a courier", () => {
    const user = { userId: crypto.randomUUID() }
    const [seller, deliverer] = [
      { ...user, role: "seller" },
      { ...user, role: "deliverer" },
    ] as const
    const payout = { payoutId: crypto.randomUUID() }
    const failed = EVENTS["payout.failed"].jobs["push-payout-failed"]
    expect([seller, deliverer].map((owner) => failed({ ...payout, ...owner }))).toEqual([true, false])
    const demanded = EVENTS["account.requirementsDue"].jobs["push-requirements"]
    expect([seller, deliverer].map((owner) => demanded(owner))).toEqual([true, false])
    const disputed = EVENTS["order.disputed"].jobs["push-dispute"]
    const ids = { orderId: crypto.randomUUID(), sellerId: user.userId }
    expect([false, true].map((won) => disputed({ ...ids, won }))).toEqual([true, false])
    const changed = EVENTS["plan.changed"].jobs["push-plan"]
    const changes = [
      ["active", "past_due"],
      ["past_due", "cancelled"],
      ["active", "cancelled"],
      ["past_due", "active"],
    ] as const
    expect(changes.map(([before, now]) => changed({ ...user, before, now }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
