import { eq, inArray } from "drizzle-orm"
import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { purgeExpiredRows, purgeOldRows } from "#core/privacy/purge-old-rows.server.ts"
import { DEFAULT_RETENTION } from "#core/privacy/retention.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import {
  addresses,
  apiTokens,
  cartMarkets,
  carts,
  checkouts,
  courierPositions,
  customers,
  deliveries,
  emailChanges,
  images,
  markets,
  notifications,
  openingAlerts,
  orders,
  outbox,
  removedLines,
  savedLines,
  sessions,
  stripeEvents,
  users,
  verifications,
} from "#db/schema/index.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()
const clock = testClock(new Date("2026-06-01T12:00:00Z"))
const ctx = () => systemCtx(database, { now: clock.now })
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)

it("forgets each thing after its own time, and not a day before", {
  tags: ["REG-14", "PRIV-7", "JOB-9"],
}, async () => {
  const { db } = database
  const { userId } = await aCustomer(db)
  const line = { userId, role: "customer" as const, orderId: null }
  const token = { userId, role: "customer" as const, name: "script" }
  const event = { type: "payout.paid", createdAt: daysAgo(200) }
  const handed = { event: "email.confirmed", payload: {}, createdAt: daysAgo(9) }
  await db.insert(notifications).values([
    { ...line, message: "seen, old", seenAt: daysAgo(91), createdAt: daysAgo(92) },
    { ...line, message: "seen, kept", seenAt: daysAgo(89), createdAt: daysAgo(300) },
    { ...line, message: "unseen, old", createdAt: daysAgo(366) },
    { ...line, message: "unseen, kept", createdAt: daysAgo(364) },
  ])
  await db.insert(apiTokens).values([
    { ...token, tokenHash: "old", revokedAt: daysAgo(91) },
    { ...token, tokenHash: "revoked, kept", revokedAt: daysAgo(89) },
    { ...token, tokenHash: "live", createdAt: daysAgo(900) },
  ])
  await db.insert(stripeEvents).values([
    { ...event, id: "evt_old", processedAt: daysAgo(91) },
    { ...event, id: "evt_kept", processedAt: daysAgo(89) },
    { ...event, id: "evt_open", receivedAt: daysAgo(200) },
  ])
  await db.insert(verifications).values([
    { identifier: "old", value: "{}", expiresAt: daysAgo(31) },
    { identifier: "kept", value: "{}", expiresAt: daysAgo(29) },
  ])
  await db.delete(outbox)
  await db.insert(outbox).values([
    { ...handed, queuedAt: daysAgo(8), publishedAt: daysAgo(8) },
    { ...handed, queuedAt: daysAgo(8), publishedAt: daysAgo(6) },
    { ...handed, queuedAt: daysAgo(8) },
    // Jobs that are due later, and jobs that were due while no relay ran.
    { ...handed, queuedAt: daysAgo(-8), dueAt: daysAgo(-8), publishedAt: daysAgo(8) },
    { ...handed, queuedAt: daysAgo(8), dueAt: daysAgo(8), publishedAt: daysAgo(8) },
  ])
  await purgeOldRows(ctx())
  await purgeOldRows(ctx())
  const left = async (rows: Promise<{ name: string | null }[]>) => (await rows).map(({ name }) => name).sort()
  expect(await left(db.select({ name: notifications.message }).from(notifications))).toEqual([
    "seen, kept",
    "unseen, kept",
  ])
  expect(await left(db.select({ name: apiTokens.tokenHash }).from(apiTokens))).toEqual([
    "live",
    "revoked, kept",
  ])
  expect(await left(db.select({ name: stripeEvents.id }).from(stripeEvents))).toEqual([
    "evt_kept",
    "evt_open",
  ])
  expect(await left(db.select({ name: verifications.identifier }).from(verifications))).toEqual(["kept"])
  expect(await db.$count(outbox)).toBe(4)
})

it("keeps a changed email for the seven days in which it can be undone, however short links are kept", {
  tags: ["ACCT-62", "PRIV-7"],
}, async () => {
  const { db } = database
  const { userId } = await aCustomer(db)
  const changeOf = (email: string, days: number, confirmedDays?: number) => ({
    userId,
    role: "customer" as const,
    email,
    createdAt: daysAgo(days),
    confirmedAt: confirmedDays === undefined ? null : daysAgo(confirmedDays),
  })
  await db
    .insert(emailChanges)
    .values([changeOf("asked, old", 10), changeOf("changed, kept", 7, 6), changeOf("changed, over", 9, 8)])
  const retention = { ...DEFAULT_RETENTION, linkDays: 2 }
  await purgeOldRows({ ...ctx(), rates: { ...DEFAULT_RATES, retention } })
  const left = await db.select({ email: emailChanges.email }).from(emailChanges)
  expect(left).toEqual([{ email: "changed, kept" }])
})

it("takes the address from a checkout that came to nothing and has to stay, and leaves a paid one alone", {
  tags: ["PRIV-7"],
}, async () => {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, {
    customer,
    market,
    product: await aProduct(db, market),
    fulfilment: "delivery",
  })
  const shipTo = { firstName: "Ada", zip: "10001" } as never
  const cart = {
    customerId: customer.userId,
    fulfilment: "delivery" as const,
    shipTo,
    holdExpiresAt: daysAgo(40),
  }
  const money = { itemsCents: cents(1), taxCents: cents(0), deliveryCents: cents(0), totalCents: cents(1) }
  const [abandoned] = await db
    .insert(checkouts)
    .values({
      ...cart,
      ...money,
      status: "released",
      stripePaymentIntentId: "pi_unclear",
      createdAt: daysAgo(31),
      updatedAt: daysAgo(31),
    })
    .returning()
  await db
    .update(checkouts)
    .set({ shipTo, updatedAt: daysAgo(400) })
    .where(eq(checkouts.id, order.checkoutId))
  await db
    .insert(courierPositions)
    .values({ deliveryId: order.delivery!.id, lat: 1, lng: 1, accuracyMeters: 5, recordedAt: daysAgo(2) })
  await purgeOldRows(ctx())
  const shipToOf = async (id: string) =>
    (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0]!.shipTo
  expect(await shipToOf(abandoned!.id)).toBeNull()
  expect(await shipToOf(order.checkoutId)).toEqual(shipTo)
  expect(await db.$count(courierPositions)).toBe(0)
})

it("deletes drop-off instructions a month after the last order that used them, wherever they were copied to", {
  tags: ["PRIV-7"],
}, async () => {
  const { db } = database
  const saved = await Promise.all(
    [31, 29].map(async (days) => {
      const [customer, market] = [await aCustomer(db), await aMarket(db)]
      const place = {
        ...SHIP_TO,
        customerId: customer.userId,
        instructions: "Ring twice",
        updatedAt: daysAgo(90),
      }
      const [used, unused, written] = await db
        .insert(addresses)
        .values([place, place, { ...place, updatedAt: daysAgo(1) }])
        .returning({ id: addresses.id })
      const product = await aProduct(db, market)
      for (const { id } of [used!, written!]) {
        const order = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
        await db
          .update(deliveries)
          .set({ addressId: id, instructions: "Ring twice", createdAt: daysAgo(days) })
          .where(eq(deliveries.orderId, order.id))
        const shipTo = { ...SHIP_TO, email: customer.email, instructions: "Ring twice" }
        await db
          .update(checkouts)
          .set({ shipTo, createdAt: daysAgo(days), updatedAt: daysAgo(days) })
          .where(eq(checkouts.id, order.checkoutId))
      }
      return { customer, ids: [used!.id, unused!.id, written!.id] }
    }),
  )
  await purgeOldRows(ctx())
  const left = await Promise.all(
    saved.map(async ({ customer, ids }) => {
      const rows = await db.select().from(addresses).where(inArray(addresses.id, ids)).orderBy(addresses.id)
      const paid = await db.select().from(checkouts).where(eq(checkouts.customerId, customer.userId))
      const copies = await db
        .select({ text: deliveries.instructions })
        .from(deliveries)
        .where(inArray(deliveries.addressId, ids))
      return [
        rows.map(({ instructions }) => instructions !== null),
        [...paid.map(({ shipTo }) => shipTo?.instructions), ...copies.map(({ text }) => text)].map(Boolean),
      ]
    }),
  )
  expect(left).toEqual([
    [
      [false, true, true],
      [false, false, false, false],
    ],
    [
      [true, true, true],
      [true, true, true, true],
    ],
  ])
})

it("deletes accounts that nobody confirmed, with their pictures, as long as the setting says", {
  tags: ["PRIV-7"],
}, async () => {
  const { db } = database
  const old = await aMarket(db)
  const young = await aCustomer(db)
  const confirmed = await aCustomer(db)
  const photo = await anImage(db, { ownerId: old.userId, container: "identity" })
  await db
    .update(users)
    .set({ emailVerified: false, createdAt: daysAgo(11) })
    .where(eq(users.id, old.userId))
  await db
    .update(users)
    .set({ emailVerified: false, createdAt: daysAgo(9) })
    .where(eq(users.id, young.userId))
  await db
    .update(users)
    .set({ createdAt: daysAgo(900) })
    .where(eq(users.id, confirmed.userId))
  const rates = { ...DEFAULT_RATES, retention: { ...DEFAULT_RETENTION, unconfirmedDays: 10 } }
  await purgeOldRows(systemCtx(database, { now: clock.now, rates }))
  expect(await db.$count(users, eq(users.id, old.userId))).toBe(0)
  expect(await db.$count(markets, eq(markets.userId, old.userId))).toBe(0)
  expect(await db.$count(customers, eq(customers.userId, young.userId))).toBe(1)
  expect(await db.$count(customers, eq(customers.userId, confirmed.userId))).toBe(1)
  const [image] = await db.select().from(images).where(eq(images.id, photo.id))
  expect(image).toMatchObject({ ownerId: null, deleteAfter: new Date(0) })
})

it("ends sessions on time", { tags: ["ACCT-5"] }, async () => {
  const { userId } = await aCustomer(database.db)
  const session = { userId, role: "customer" as const }
  await database.db.insert(sessions).values([
    { ...session, token: "over", expiresAt: daysAgo(0.1) },
    { ...session, token: "live", expiresAt: daysAgo(-0.1) },
  ])
  await purgeExpiredRows(ctx())
  const left = await database.db.select().from(sessions).where(eq(sessions.userId, userId))
  expect(left.map(({ token }) => token)).toEqual(["live"])
})

it("forgets what was asked of markets, what was removed, and in time what was saved for later and who waits for markets", {
  tags: ["PRIV-7", "CART-20", "CART-21", "ALERT-3"],
}, async () => {
  const { db } = database
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const rows = []
  for (const days of [89, 91]) {
    const customer = await aCustomer(db)
    const { id } = await anOrder(db, { customer, market, product })
    const note = `${days} days`
    await db
      .update(orders)
      .set({ note, phone: "212-555-0147", replacement: "refund", createdAt: daysAgo(days) })
      .where(eq(orders.id, id))
    await db.insert(carts).values({ customerId: customer.userId, updatedAt: daysAgo(days) })
    await db.insert(cartMarkets).values({ customerId: customer.userId, marketId: market.id, note })
    rows.push({ id, customerId: customer.userId })
  }
  const { customerId } = rows[0]!
  const other = await aProduct(db, market)
  const aged = { customerId, quantity: 1 }
  await db.insert(savedLines).values([
    { ...aged, variantId: product.variantId, createdAt: daysAgo(364) },
    { ...aged, variantId: other.variantId, createdAt: daysAgo(366) },
  ])
  const removed = { ...aged, removalId: crypto.randomUUID(), seenPriceCents: cents(400) }
  await db.insert(removedLines).values([
    { ...removed, id: crypto.randomUUID(), variantId: product.variantId, removedAt: daysAgo(2) },
    { ...removed, id: crypto.randomUUID(), variantId: other.variantId, removedAt: daysAgo(0.5) },
  ])
  const waited = await aMarket(db)
  await db.insert(openingAlerts).values([
    { customerId, marketId: market.id, createdAt: daysAgo(364) },
    { customerId, marketId: waited.id, createdAt: daysAgo(366) },
  ])
  await purgeOldRows(ctx())
  const noteOf = async ({ id }: { id: string }) =>
    (await db.select().from(orders).where(eq(orders.id, id)))[0]!
  expect(await noteOf(rows[0]!)).toMatchObject({ note: "89 days", replacement: "refund" })
  expect(await noteOf(rows[1]!)).toMatchObject({ note: null, phone: null, replacement: "refund" })
  const inCarts = await db.select().from(cartMarkets).where(eq(cartMarkets.marketId, market.id))
  expect(inCarts.map(({ note }) => note).sort()).toEqual(["89 days", null])
  const ofThem = await db.select().from(savedLines).where(eq(savedLines.customerId, customerId))
  expect(ofThem.map(({ variantId }) => variantId)).toEqual([product.variantId])
  expect(await db.$count(removedLines, eq(removedLines.customerId, customerId))).toBe(1)
  const alerts = await db.select().from(openingAlerts).where(eq(openingAlerts.customerId, customerId))
  expect(alerts.map(({ marketId }) => marketId)).toEqual([market.id])
})

it("deletes every other kind of rows where one cannot be, and says that it could not", {
  tags: ["OPS-20"],
}, async () => {
  const { db, pool } = database
  await db.insert(verifications).values({ identifier: "stuck", value: "{}", expiresAt: daysAgo(31) })
  const event = { id: "evt_after", type: "payout.paid", createdAt: daysAgo(200), processedAt: daysAgo(91) }
  await db.insert(stripeEvents).values(event)
  await pool.query(`
    create function stay() returns trigger language plpgsql as $$ begin raise 'It stays.'; end $$;
    create trigger stay before delete on verifications for each row execute function stay()`)
  await expect(purgeOldRows(ctx())).rejects.toThrow(/^1 of \d+ rows failed/)
  await pool.query("drop trigger stay on verifications")
  expect(await db.$count(stripeEvents, eq(stripeEvents.id, event.id))).toBe(0)
  await purgeOldRows(ctx())
  expect(await db.$count(verifications, eq(verifications.identifier, "stuck"))).toBe(0)
})
