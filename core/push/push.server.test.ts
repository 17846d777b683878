import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import webpush from "web-push"
import { chooseNotifications } from "#core/notifications/choose-notifications.server.ts"
import { choicesOf } from "#core/notifications/kinds.ts"
import type { Push } from "#core/ports/push.ts"
import {
  deliveries,
  markets,
  memberships,
  orders,
  pushSubscriptions,
  replacementOffers,
  users,
} from "#db/schema/index.ts"
import { webPush } from "#server/adapters/push/web-push.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { aDevice, aPushService } from "#tests/support/push.ts"
import { pushApplication } from "./send-application-push.server.ts"
import { pushNewDelivery } from "./send-delivery-push.server.ts"
import { pushOrderCancelled, pushOrderStep, pushRefund, pushReplacement } from "./send-order-push.server.ts"
import { pushNewOrder } from "./send-seller-push.server.ts"
import { setQuietHours } from "./set-quiet-hours.server.ts"

const database = useDatabase()
const service = aPushService()
const clock = testClock()
const system = () => systemCtx(database, { ports: { push: service.port }, now: clock.now })
let job = 0
const jobId = () => `ob-${++job}-push`

/** An order, and the devices of its customer and its seller. */
async function aSale(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer, market, product, fulfilment })
  const [customers, sellers] = [await aDevice(db, customer.actor), await aDevice(db, market.actor)]
  const setStatus = (status: typeof order.status) =>
    db.update(orders).set({ status }).where(eq(orders.id, order.id))
  return { customer, market, product, order, orderId: order.id, customers, sellers, setStatus }
}

it("tells the seller of a new order and the customer of each step worth knowing", {
  tags: ["PUSH-1"],
}, async () => {
  const { orderId, customers, sellers, setStatus, order } = await aSale()
  const both = [customers, sellers]
  await pushNewOrder(system(), { orderId }, jobId())
  expect(service.takeTitles(...both)).toEqual([`New order ${order.number}`])
  const steps = {
    pending: [],
    "ready to pick up": ["Your order is ready"],
    "picked up": [],
    shipped: ["Your order is on the way"],
    taken: [],
    delivered: ["Your order was delivered"],
  } as const
  for (const [status, titles] of Object.entries(steps)) {
    await setStatus(status as keyof typeof steps)
    await pushOrderStep(system(), { orderId, status }, jobId())
    expect([status, service.takeTitles(...both)]).toEqual([status, titles])
  }
  await setStatus("picked up")
  await pushOrderStep(system(), { orderId, status: "picked up", carriage: "platform" }, jobId())
  expect(service.takeTitles(customers)).toEqual(["Your order is on the way"])
  await pushRefund(system(), { orderId }, jobId())
  expect(service.takeTitles(customers)).toEqual(["You got a refund"])
})

it("asks the customer about a replacement for as long as they can answer", {
  tags: ["PUSH-1", "REPL-5"],
}, async () => {
  const { order, orderId, customers, sellers, product } = await aSale()
  const expiresAt = new Date(clock.now().getTime() + 15 * 60_000)
  const [offer] = await database.db
    .insert(replacementOffers)
    .values({ ...(await anOffer(database.db, { order, product })), expiresAt })
    .returning()
  const ask = () => pushReplacement(system(), { orderId, offerId: offer!.id }, jobId())
  await ask()
  expect(service.sent).toMatchObject([{ ttlSeconds: 15 * 60 }])
  expect(service.takeTitles(customers, sellers)).toEqual(["Replace what is out?"])
  await database.db
    .update(replacementOffers)
    .set({ status: "refused" })
    .where(eq(replacementOffers.id, offer!.id))
  await ask()
  expect(service.takeTitles(customers, sellers)).toEqual([])
})

it("tells nothing of a step that the order has left behind", { tags: ["PUSH-1"] }, async () => {
  const { orderId, customers, sellers, setStatus } = await aSale()
  await setStatus("cancelled")
  await pushNewOrder(system(), { orderId }, jobId())
  await pushOrderStep(system(), { orderId, status: "ready to pick up" }, jobId())
  expect(service.takeTitles(customers, sellers)).toEqual([])
})

it("tells the couriers near a market who could take its delivery, and the one who had it that it is off", {
  tags: ["PUSH-1"],
}, async () => {
  const { db } = database
  const { orderId, market, customers, setStatus } = await aSale("delivery")
  await db.update(markets).set({ lat: 39.29, lng: -76.61 }).where(eq(markets.id, market.id))
  const near = async (facts = {}) => {
    const courier = await aCourier(db, { ...facts, lat: 39.28, lng: -76.6 } as never)
    return { courier, device: await aDevice(db, courier.actor) }
  }
  const [free, busy, waiting] = [await near(), await near(), await near({ approval: "waiting" })]
  const far = await aCourier(db, { lat: 40.75, lng: -73.99 } as never)
  const farDevice = await aDevice(db, far.actor)
  const other = await aSale("delivery")
  await db
    .update(deliveries)
    .set({ courierId: busy.courier.userId })
    .where(eq(deliveries.orderId, other.orderId))
  await setStatus("waiting")
  await pushNewDelivery(system(), { orderId }, jobId())
  const told = service.sent.map(({ endpoint }) => endpoint)
  expect(told).toEqual([free.device.endpoint])
  for (const device of [busy.device, waiting.device, farDevice]) expect(told).not.toContain(device.endpoint)
  service.sent.length = 0
  await setStatus("taken")
  await pushNewDelivery(system(), { orderId }, jobId())
  expect(service.sent).toEqual([])
  await setStatus("cancelled")
  await pushOrderCancelled(system(), { orderId, courierId: free.courier.userId }, jobId())
  expect(service.takeTitles(free.device, customers).sort()).toEqual([
    "Your delivery was canceled",
    "Your order was canceled",
  ])
})

it("tells admins of an application once its email is confirmed", { tags: ["PUSH-1"] }, async () => {
  const { db } = database
  const device = await aDevice(db, (await anAdmin(db)).actor)
  const { userId } = await aCourier(db, { approval: "waiting" })
  const asked = { userId, role: "deliverer" as const }
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
  await pushApplication(system(), asked, jobId())
  expect(service.takeTitles(device)).toEqual([])
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  await pushApplication(system(), asked, jobId())
  expect(service.takeTitles(device)).toEqual(["New application"])
  const { userId: approved } = await aCourier(db)
  await pushApplication(system(), { userId: approved, role: "deliverer" }, jobId())
  expect(service.takeTitles(device)).toEqual([])
})

it("names nobody but by a first name, and nothing but the number of an order", {
  tags: ["PUSH-2"],
}, async () => {
  const { db } = database
  const { orderId, order, customer, setStatus } = await aSale("delivery")
  await pushNewOrder(system(), { orderId }, jobId())
  await setStatus("shipped")
  await pushOrderStep(system(), { orderId, status: "shipped" }, jobId())
  await pushOrderCancelled(system(), { orderId }, jobId())
  await pushRefund(system(), { orderId }, jobId())
  const [market] = await db.select().from(markets).where(eq(markets.id, order.marketId))
  const written = service.sent.map(({ message }) => `${message.title} ${message.text}`).join("\n")
  expect(service.sent).toHaveLength(5)
  expect(written).toContain(String(order.number))
  for (const secret of [customer.email, "Parks", market!.name, market!.address, "350 5th Ave", "212-555"])
    expect(written).not.toContain(secret)
  service.sent.length = 0
})

it("keeps still where the kind was turned off, the role is gone, or nothing was turned on", {
  tags: ["PUSH-3"],
}, async () => {
  const { db } = database
  const { orderId, customer, market, customers, sellers } = await aSale()
  const usual = choicesOf("seller").map(({ name }) => name)
  await chooseNotifications(ctxFor(database, market.actor), {
    on: usual.filter((name) => name !== "newOrders:push"),
  })
  await pushNewOrder(system(), { orderId }, jobId())
  expect(service.takeTitles(sellers)).toEqual([])
  await chooseNotifications(ctxFor(database, customer.actor), { on: [], ways: ["email"] })
  await pushRefund(system(), { orderId }, jobId())
  expect(service.takeTitles(customers)).toEqual(["You got a refund"])
  await db.delete(memberships).where(eq(memberships.userId, customer.userId))
  await pushRefund(system(), { orderId }, jobId())
  expect(service.takeTitles(customers)).toEqual([])
})

it("sends nothing within quiet hours, and lets nothing wait into them", { tags: ["PUSH-4"] }, async () => {
  const { orderId, customer, customers, setStatus } = await aSale()
  const ctx = ctxFor(database, customer.actor)
  await database.db.update(users).set({ timeZone: "America/Denver" }).where(eq(users.id, customer.userId))
  // 8 am in Denver.
  await setQuietHours(ctx, { from: 7 * 60, to: 8 * 60 + 1 })
  await pushRefund(system(), { orderId }, jobId())
  expect(service.sent).toEqual([])
  await setStatus("picked up")
  await pushOrderStep(system(), { orderId, status: "picked up", carriage: "platform" }, jobId())
  expect(service.takeTitles(customers)).toEqual(["Your order is on the way"])
  await setQuietHours(ctx, { from: 8 * 60 + 30, to: 60 })
  await pushRefund(system(), { orderId }, jobId())
  expect(service.sent).toMatchObject([{ ttlSeconds: 30 * 60 }])
  await setQuietHours(ctx, { from: undefined, to: undefined })
  await pushRefund(system(), { orderId }, jobId())
  expect(service.takeTitles(customers)).toHaveLength(2)
})

it("sends each device a message once, whatever happens to the others and however often the job runs", {
  tags: ["PUSH-5"],
}, async () => {
  const { orderId, customer, customers } = await aSale()
  const { db } = database
  const [down, gone, rejecting, fine] = [
    await aDevice(db, customer.actor),
    await aDevice(db, customer.actor),
    await aDevice(db, customer.actor),
    customers,
  ]
  service.answers(down.endpoint, new Error("push service: answered 503"))
  service.answers(gone.endpoint, "gone")
  service.answers(rejecting.endpoint, "rejected")
  const id = jobId()
  await expect(pushRefund(system(), { orderId }, id)).rejects.toThrow("answered 503")
  expect(service.takeTitles(down, fine)).toEqual(["You got a refund"])
  const left = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, customer.userId))
  expect(left.map((row) => row.id)).not.toContain(gone.id)
  const failing = left.filter(({ lastFailedAt }) => lastFailedAt !== null).map((row) => row.id)
  expect(failing.sort()).toEqual([down.id, rejecting.id].sort())
  service.answers(down.endpoint, "sent")
  await pushRefund(system(), { orderId }, id)
  expect(service.sent.map(({ endpoint }) => endpoint)).toEqual([down.endpoint])
  await pushRefund(system(), { orderId }, id)
  expect(service.takeTitles(down, fine)).toHaveLength(1)
})

it("removes a device with keys that encrypt nothing, and tells the person's other devices", {
  tags: ["PUSH-12"],
}, async () => {
  const { orderId, customers, customer } = await aSale()
  const broken = await aDevice(database.db, customer.actor)
  await database.db
    .update(pushSubscriptions)
    .set({ p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16).toString("base64url") })
    .where(eq(pushSubscriptions.id, broken.id))
  const { send } = webPush({
    ...webpush.generateVAPIDKeys(),
    contact: "mailto:hello@pushcart.test",
    services: ["push.test"],
    resolve: async () => ["17.188.1.1"],
  })
  const port: Push = {
    ...service.port,
    send: (target, envelope) =>
      (target.endpoint === broken.endpoint ? send : service.port.send)(target, envelope),
  }
  await pushRefund(systemCtx(database, { ports: { push: port }, now: clock.now }), { orderId }, jobId())
  expect(service.takeTitles(customers)).toEqual(["You got a refund"])
  const left = await database.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, customer.userId))
  expect(left).toEqual([{ id: customers.id }])
})
