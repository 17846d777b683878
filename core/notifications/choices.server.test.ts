import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { disputeAdmins } from "#core/emails/money/dispute-admins.server.tsx"
import { requirementsDue } from "#core/emails/money/requirements-due.server.tsx"
import { newOrder } from "#core/emails/orders/new-order.server.tsx"
import { orderCancelled } from "#core/emails/orders/order-cancelled.server.tsx"
import { orderStep } from "#core/emails/orders/order-step.server.tsx"
import { receipt } from "#core/emails/orders/receipt.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { notificationChoices, orders } from "#db/schema/index.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { ctxFor, personIn, systemCtx, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { chooseNotifications } from "./choose-notifications.server.ts"
import { choicesOf } from "./kinds.ts"
import { readChoices } from "./read-choices.server.ts"

/** The ids that the events carry for the live pages. */
const IDS = { customerId: "", sellerId: "" }

const database = useDatabase()
const sent: EmailMessage[] = []
const footers = emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" })
const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
const system = () => systemCtx(database, { ports: { mail, emailFooters: footers } })

/** Returns the recipients of the emails that `work` sends. */
async function emailed(work: () => Promise<unknown>): Promise<string[]> {
  const before = sent.length
  await work()
  return sent.slice(before).map(({ to }) => to)
}

it("is told everything at first, and then what was ticked, in each role by itself", async () => {
  const { actor } = await aCustomer(database.db)
  const ctx = ctxFor(database, actor)
  expect(await readChoices(ctx)).toEqual(choicesOf("customer").map(({ name }) => name))
  await chooseNotifications(ctx, { on: ["refunds:email", "receipts:email", "nonsense", "newOrders:email"] })
  expect(await readChoices(ctx)).toEqual(["refunds:email"])
  expect(await readChoices(ctxFor(database, personIn("seller", actor.userId)))).toContain("newOrders:email")
  await chooseNotifications(ctx, { on: choicesOf("customer").map(({ name }) => name) })
  expect(await database.db.$count(notificationChoices)).toBe(0)
})

it("keeps emails from whoever turned their kind off, and receipts from nobody", async () => {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const input = { ...IDS, orderId: order.id }
  await db.update(orders).set({ status: "ready to pick up" }).where(eq(orders.id, order.id))
  const ready = { ...input, status: "ready to pick up" }
  const all = async () => [
    await emailed(() => receipt.send(system(), input, "receipt")),
    await emailed(() => orderStep.send(system(), ready, "status")),
    await emailed(() => orderCancelled.send(system(), input, "cancelled")),
    (await emailed(() => newOrder.send(system(), input, "new"))).length,
  ]
  expect(await all()).toEqual([[customer.email], [customer.email], [customer.email], 1])
  await chooseNotifications(ctxFor(database, customer.actor), { on: [] })
  await chooseNotifications(ctxFor(database, market.actor), { on: ["money:email"] })
  expect(await all()).toEqual([[customer.email], [], [], 0])
})

it("keeps money's emails from a courier and disputes' from an admin who turned them off", async () => {
  const { db } = database
  const [courier, ines, omar] = [await aCourier(db), await anAdmin(db), await anAdmin(db)]
  const market = await aMarket(db)
  const order = await anOrder(db, {
    customer: await aCustomer(db),
    market,
    product: await aProduct(db, market),
  })
  const dispute = { ...IDS, orderId: order.id, won: false }
  expect(await emailed(() => requirementsDue.send(system(), courier.actor, "1"))).toEqual([courier.email])
  expect((await emailed(() => disputeAdmins.send(system(), dispute, "2"))).sort()).toEqual(
    [ines.email, omar.email].sort(),
  )
  await chooseNotifications(ctxFor(database, courier.actor), { on: [] })
  await chooseNotifications(ctxFor(database, ines.actor), { on: [] })
  expect(await emailed(() => requirementsDue.send(system(), courier.actor, "1"))).toEqual([])
  expect(await emailed(() => disputeAdmins.send(system(), dispute, "2"))).toEqual([omar.email])
})
