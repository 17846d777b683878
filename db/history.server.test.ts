import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, it } from "vitest"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { HistorySubject } from "#core/history/history.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cents } from "#core/money.ts"
import { checkouts, deliveries, orders, payouts, refunds, transfers } from "#db/schema/index.ts"
import { createTestDatabase, ctxFor, type TestDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

const FOLDER = join(import.meta.dirname, "migrations")
const MIGRATION = readFileSync(
  join(FOLDER, readdirSync(FOLDER).find((file) => file.endsWith("_history.sql"))!),
  "utf8",
)

/** This many minutes after noon, as migrated rows record the time of a status change. */
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 2, 12, minutes))
const NOON = at(0)

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query("drop table history")
})
afterEach(() => database.close())

async function aPastSale() {
  const { db } = database
  const market = await aMarket(db)
  const people = {
    customer: await aCustomer(db),
    seller: { userId: market.userId },
    courier: await aCourier(db),
    admin: (await anAdmin(db)).actor,
  }
  const sold = { customer: people.customer, market, product: await aProduct(db, market) }
  return { ...sold, people }
}

type Past = Awaited<ReturnType<typeof aPastSale>>
type OrderFacts = Partial<typeof orders.$inferInsert>
type DeliveryFacts = Partial<typeof deliveries.$inferInsert>

async function anOldOrder(past: Past, facts: OrderFacts, delivery?: DeliveryFacts): Promise<string> {
  const { db } = database
  const order = await anOrder(db, { ...past, fulfilment: delivery ? "delivery" : "pickup" })
  await db
    .update(orders)
    .set({ createdAt: NOON, ...facts })
    .where(eq(orders.id, order.id))
  if (delivery) await db.update(deliveries).set(delivery).where(eq(deliveries.orderId, order.id))
  return order.id
}

/** Returns each step as a line: "take waiting → taken courier +3". */
async function written({ people }: Past, subject: HistorySubject, ids: readonly string[]) {
  const names = Object.entries(people).map(([name, { userId }]) => [userId, name] as const)
  const steps = await stepsOf(database.db, subject, ids)
  return ids.map((id) =>
    steps(id).map(({ move, from, to, actorRole, actorId, at }) => {
      const who = new Map<string | null, string>(names).get(actorId) ?? (actorRole && `a ${actorRole}`)
      const minutes = (at.getTime() - NOON.getTime()) / 60_000
      return [move, from ?? "-", "→", to ?? "-", ...(who ? [who] : []), `+${minutes}`].join(" ")
    }),
  )
}

it("carries over when orders moved, and who moved them where the rows leave one", {
  tags: ["HIST-2"],
}, async () => {
  const past = await aPastSale()
  const { courier, admin } = past.people
  const platform = { hasDeliverer: false, courierId: courier.userId }
  const off = { status: "cancelled", cancelReason: "Hail", cancelledAt: at(9) } as const
  const ids = [
    await anOldOrder(past, { status: "pending" }),
    await anOldOrder(past, {}, { hasDeliverer: null }),
    await anOldOrder(past, { status: "picked up", fulfilledAt: at(5) }),
    await anOldOrder(past, { status: "delivered", fulfilledAt: at(5) }, { hasDeliverer: true }),
    await anOldOrder(
      past,
      { status: "delivered", fulfilledAt: at(5) },
      { hasDeliverer: true, carrier: "UPS", deliveredAt: at(5) },
    ),
    await anOldOrder(
      past,
      { status: "delivered", fulfilledAt: at(5) },
      { ...platform, firstTakenAt: at(1), takenAt: at(3), pickedUpAt: at(4), deliveredAt: at(5) },
    ),
    await anOldOrder(past, { status: "waiting" }, { hasDeliverer: false, firstTakenAt: at(1) }),
    await anOldOrder(past, { ...off, cancelledBy: "seller" }),
    await anOldOrder(past, { ...off, cancelledBy: "system" }, { hasDeliverer: true, carrier: "UPS" }),
    await anOldOrder(
      past,
      { ...off, cancelledBy: "admin", fulfilledAt: at(9) },
      { hasDeliverer: false, firstTakenAt: at(3), takenAt: at(3), pickedUpAt: at(4) },
    ),
    await anOldOrder(past, { ...off, cancelledBy: "seller" }, { hasDeliverer: false, takenAt: at(3) }),
  ]
  await recordAudit(ctxFor(database, admin), database.db, {
    action: "order.cancelled",
    subjectType: "order",
    subjectId: ids[9]!,
  })
  await database.pool.query(MIGRATION)
  const placed = "place - → pending +0"
  const toDeliver = "place - → - +0"
  expect(await written(past, "order", ids)).toEqual([
    [placed],
    [toDeliver],
    [placed, "handOver - → picked up seller +5"],
    [toDeliver, "markDelivered pending → delivered seller +5"],
    [toDeliver, "markDelivered shipped → delivered seller +5"],
    [
      toDeliver,
      "take waiting → taken a deliverer +1",
      "take waiting → taken courier +3",
      "pickUp taken → picked up courier +4",
      "deliver picked up → delivered courier +5",
    ],
    [toDeliver, "take waiting → taken a deliverer +1"],
    [placed, "cancel - → cancelled seller +9"],
    [toDeliver, "writeOff shipped → cancelled a system +9"],
    [
      toDeliver,
      "take waiting → taken a deliverer +3",
      "pickUp taken → picked up a deliverer +4",
      "callOff picked up → cancelled admin +9",
    ],
    [toDeliver, "take waiting → taken a deliverer +3", "cancel taken → cancelled seller +9"],
  ])
})

it("carries over when checkouts moved", { tags: ["HIST-2"] }, async () => {
  const past = await aPastSale()
  const { db } = database
  const checkout = async (facts: Partial<typeof checkouts.$inferInsert>) => {
    const none = cents(0)
    const money = { itemsCents: none, taxCents: none, deliveryCents: none, totalCents: none }
    const [row] = await db
      .insert(checkouts)
      .values({
        ...money,
        customerId: past.people.customer.userId,
        fulfilment: "pickup",
        holdExpiresAt: at(15),
        createdAt: NOON,
        updatedAt: at(8),
        ...facts,
      })
      .returning()
    return row!.id
  }
  const ids = [
    await checkout({ status: "paying" }),
    await checkout({ status: "completed", completedAt: at(7) }),
    await checkout({ status: "released" }),
    await checkout({ status: "refunded" }),
  ]
  await database.pool.query(MIGRATION)
  const started = "start - → open customer +0"
  expect(await written(past, "checkout", ids)).toEqual([
    [started],
    [started, "complete - → completed +7"],
    [started, "release open → released +8"],
    [started, "refund - → refunded +8"],
  ])
})

it("carries over when money moved", { tags: ["HIST-2"] }, async () => {
  const past = await aPastSale()
  const { db } = database
  const order = await anOrder(db, past)
  const { userId } = past.people.seller
  const amountCents = cents(100)
  const refund = async (facts: Partial<typeof refunds.$inferInsert>) => {
    const values = { checkoutId: order.checkoutId, orderId: order.id, amountCents, reason: "Bruised" }
    const [row] = await db
      .insert(refunds)
      .values({ ...values, createdAt: NOON, ...facts })
      .returning()
    return row!.id
  }
  const refundIds = [
    await refund({}),
    await refund({ source: "order", madeBy: past.people.admin.userId, status: "sent", sentAt: at(2) }),
    await refund({ status: "done", sentAt: at(2), doneAt: at(3) }),
    await refund({ status: "done", sentAt: at(3), doneAt: at(3) }),
    await refund({ status: "failed", failures: 1, sentAt: at(2), failedAt: at(3) }),
    await refund({ status: "done", failures: 1, sentAt: at(2), failedAt: at(3), doneAt: at(6) }),
    await refund({ source: "provider", status: "sent", sentAt: NOON }),
    await refund({ source: "provider", status: "done", sentAt: NOON, doneAt: NOON }),
    await refund({ source: "provider", status: "done", sentAt: NOON, doneAt: at(4) }),
  ]
  const transfer = async (facts: Partial<typeof transfers.$inferInsert>) => {
    const values = { orderId: order.id, userId, amountCents, dueAt: at(60), createdAt: NOON }
    const [row] = await db
      .insert(transfers)
      .values({ party: "seller", ...values, ...facts })
      .returning()
    return row!.id
  }
  const transferIds = [
    await transfer({ status: "cancelled" }),
    await transfer({ status: "sent", sentAt: at(2) }),
  ]
  const payout = async (facts: Partial<typeof payouts.$inferInsert>) => {
    const values = { userId, role: "seller", amountCents, createdAt: NOON, updatedAt: at(5) } as const
    const [row] = await db
      .insert(payouts)
      .values({ ...values, ...facts })
      .returning()
    return row!.id
  }
  const payoutIds = [
    await payout({ status: "sent" }),
    await payout({ status: "paid" }),
    await payout({ status: "failed" }),
  ]
  await database.pool.query(MIGRATION)
  const due = "request - → due +0"
  expect(await written(past, "refund", refundIds)).toEqual([
    [due],
    ["request - → due admin +0", "send due → sent a system +2"],
    [due, "send due → sent a system +2", "complete sent → done a system +3"],
    [due, "complete due → done a system +3"],
    [due, "send due → sent a system +2", "fail - → failed a system +3"],
    [due, "send due → sent a system +2", "fail - → failed a system +3", "complete - → done a system +6"],
    ["record - → sent a system +0"],
    ["record - → done a system +0"],
    ["record - → sent a system +0", "complete sent → done a system +4"],
  ])
  expect(await written(past, "transfer", transferIds)).toEqual([
    ["schedule - → due +0"],
    ["schedule - → due +0", "send due → sent a system +2"],
  ])
  const requested = "request - → requested +0"
  expect(await written(past, "payout", payoutIds)).toEqual([
    [requested],
    [requested, "pay - → paid a system +5"],
    [requested, "fail - → failed a system +5"],
  ])
})
