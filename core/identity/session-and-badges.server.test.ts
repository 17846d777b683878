import { expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import type { PersonActor } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { findSession } from "#core/identity/find-session.server.ts"
import { readBadges } from "#core/identity/read-badges.server.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { sessions } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

async function aSession({ role, userId }: PersonActor, { endsIn = HOUR_MS } = {}) {
  const token = crypto.randomUUID()
  await database.db.insert(sessions).values({ userId, role, token, expiresAt: new Date(Date.now() + endsIn) })
  return token
}

const anyone = () => ctxFor(database, { role: "anonymous" })

it("counts in the badges and lists in the notifications menu what is the person's own", {
  tags: ["ACCT-30"],
}, async () => {
  const { db } = database
  const customer = await aCustomer(db)
  const market = await aMarket(db)
  const product = await aProduct(db, market, { stock: 5, priceCents: 450 })
  const order = await anOrder(db, { customer, market, product, fulfilment: "pickup", quantity: 1 })
  const [seller, buyer] = [ctxFor(database, market.actor), ctxFor(database, customer.actor)]
  await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
  await markSeen(buyer, (await listNotifications(buyer))[0]!.id)
  await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
  await addToCart(buyer, { productId: product.id, size: "", quantity: 3 }, undefined)
  const other = await aCustomer(db)
  const theirs = await anOrder(db, { customer: other, market, product, fulfilment: "pickup", quantity: 1 })
  await setPickupStatus(seller, { orderId: theirs.id, status: "ready to pick up" })
  await addToCart(ctxFor(database, other.actor), { productId: product.id, size: "", quantity: 1 }, undefined)
  expect(await readBadges(buyer)).toEqual({ cart: 3, unseen: 1 })
  const lines = await listNotifications(buyer)
  expect(lines.map(({ orderId, seen }) => [orderId, seen])).toEqual([
    [order.id, false],
    [order.id, true],
  ])
})

it("knows nobody by a token that has run out or is none", { tags: ["ACCT-30"] }, async () => {
  const { actor } = await aCustomer(database.db)
  const late = await aSession(actor, { endsIn: -1 })
  for (const token of [late, "none"]) expect(await findSession(anyone(), { token })).toBeNull()
  expect(await findSession(anyone(), { token: await aSession(actor) })).toMatchObject({ actor })
})
