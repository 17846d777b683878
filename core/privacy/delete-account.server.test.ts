import { and, eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { welcome } from "#core/emails/account/welcome.server.tsx"
import { receipt } from "#core/emails/orders/receipt.server.tsx"
import { cents } from "#core/money.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { listDeletionBlockers } from "#core/privacy/deletion-blockers.server.ts"
import { finishDeletion, sweepDeletions } from "#core/privacy/finish-deletion.server.ts"
import { registerCustomer } from "#core/registration/register-customer.server.ts"
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts"
import {
  accountDeletions,
  apiTokens,
  checkouts,
  deliveries,
  favorites,
  images,
  ledgerEntries,
  markets,
  openingAlerts,
  orders,
  outbox,
  products,
  refunds,
  sessions,
  users,
} from "#db/schema/index.ts"
import { personIn, systemCtx } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { TRACES, useFullLives } from "#tests/support/full-life.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const { database, sent, cancelled, noted, forgotten, ports, system, as, aFullLife, payOut } = useFullLives()

/** Searches every table of the database for every trace; returns those left, as "table: trace". */
async function tracesLeft(): Promise<string[]> {
  const tables = await database.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'zips'`,
  )
  const left: string[] = []
  for (const { name } of tables.rows)
    for (const trace of TRACES) {
      const found = await database.db.execute<{ n: number }>(
        sql.raw(`select count(*)::int as n from "${name}" t where t::text ilike '%${trace}%'`),
      )
      if (found.rows[0]!.n > 0) left.push(`${name}: ${trace}`)
    }
  return left
}

describe("deleting an account", () => {
  it("leaves no trace of the person in any table, the books as they were, and the email free", {
    tags: ["PRIV-1", "ALERT-3"],
  }, async () => {
    const life = await aFullLife()
    const before = await database.db.$count(ledgerEntries)
    expect((await tracesLeft()).length).toBeGreaterThan(10)
    await deleteAccount(as("customer", life.userId), { password: life.password })
    expect([...new Set((await tracesLeft()).map((left) => left.split(":")[0]))]).toEqual([
      "account_deletions",
    ])
    await finishDeletion(system(), life.userId)
    expect(await tracesLeft()).toEqual([])
    expect(sent.at(-1)).toMatchObject({ to: life.email, subject: "Your Pushcart account was deleted" })
    expect(cancelled).toEqual([`sub_${life.userId}`])
    expect(noted).toEqual([life.userId])
    expect(forgotten).toEqual([`cus_${life.userId}`])
    expect(await database.db.$count(favorites, eq(favorites.customerId, life.userId))).toBe(0)
    expect(await database.db.$count(openingAlerts, eq(openingAlerts.customerId, life.userId))).toBe(0)
    expect(await database.db.$count(ledgerEntries)).toBe(before)
    expect(await checkLedger(system())).toEqual([])
    for (const id of [life.document, life.bought.photoId]) {
      const [image] = await database.db.select().from(images).where(eq(images.id, id))
      expect(image!.deletedAt).not.toBeNull()
    }
    const [market] = await database.db.select().from(markets).where(eq(markets.userId, life.userId))
    expect(market).toMatchObject({ canSell: false, name: "Pat's Market", city: "New York", zip: "10001" })
    const [product] = await database.db.select().from(products).where(eq(products.id, life.product.id))
    expect(product!.retiredAt).not.toBeNull()
    const again = await registerCustomer(system(), {
      email: life.email,
      firstName: "Zebulon",
      lastName: "Quackenbush",
      password: life.password,
      address: "203.0.113.9",
      idempotencyKey: undefined,
    })
    expect(again.userId).not.toBe(life.userId)
    await database.db.execute(sql`delete from customers where user_id = ${again.userId}`)
    await database.db.delete(users).where(eq(users.id, again.userId))
  })

  it("ends every way in, and is done once however many tabs ask", { tags: ["PRIV-1"] }, async () => {
    const person = await aPersonWithPassword(database.db, ["customer"])
    const { userId, password } = person
    await database.db
      .insert(sessions)
      .values({ userId, role: "customer", token: userId, expiresAt: new Date(Date.now() + 9e6) })
    await database.db
      .insert(apiTokens)
      .values({ userId, role: "customer", name: "script", tokenHash: userId })
    const both = await Promise.allSettled(
      [1, 2].map(() => deleteAccount(as("customer", userId), { password })),
    )
    // The second call finds no password or a deleted account; either way, nothing is done twice.
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true)
    expect(await database.db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    expect(await database.db.$count(apiTokens, eq(apiTokens.userId, userId))).toBe(0)
    const told = await database.db.select().from(outbox).where(eq(outbox.event, "account.deleted"))
    expect(told.filter(({ payload }) => (payload as { userId: string }).userId === userId)).toHaveLength(1)
  })

  it("asks for the password, and not for ever", { tags: ["PRIV-2"] }, async () => {
    const { userId, password } = await aPersonWithPassword(database.db, ["customer"])
    const ctx = as("customer", userId)
    for (let tries = 0; tries < 8; tries += 1)
      await expect(deleteAccount(ctx, { password: "Wrong#20266" })).rejects.toMatchObject({
        code: "invalid",
        field: "password",
      })
    await expect(deleteAccount(ctx, { password })).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("is finished by a sweep when its job was lost, step by step again after a failure, and tells once it is done", {
    tags: ["PRIV-3"],
  }, async () => {
    const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"])
    await deleteAccount(as("customer", userId), { password })
    const later = { now: () => new Date(Date.now() + 3_600_000) }
    const broken = { ...ports, mail: { siteUrl: "", send: () => Promise.reject(new Error("down")) } }
    await expect(sweepDeletions(systemCtx(database, { ports: broken, ...later }))).rejects.toThrow("down")
    await sweepDeletions(systemCtx(database, { ports, ...later }))
    await sweepDeletions(systemCtx(database, { ports, ...later }))
    expect(sent.filter(({ to }) => to === email)).toHaveLength(1)
    const [row] = await database.db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))
    expect(row).toMatchObject({ email: null, firstName: null, finishedAt: expect.any(Date) })
  })

  it("sends nobody who is gone an email, and ends a plan that is paid afterwards", {
    tags: ["EMAIL-4", "PRIV-4"],
  }, async () => {
    const { userId, password } = await aPersonWithPassword(database.db, ["seller"])
    await database.db.update(markets).set({ stripeCustomerId: "cus_1" }).where(eq(markets.userId, userId))
    await deleteAccount(as("seller", userId), { password })
    await finishDeletion(system(), userId)
    const before = sent.length
    await welcome.send(system(), { userId, role: "seller" }, "late")
    const customer = await aPersonWithPassword(database.db, ["customer"])
    const market = await aMarket(database.db)
    const actor = { role: "customer" as const, userId: customer.userId }
    const order = await anOrder(database.db, {
      customer: { ...customer, actor },
      market,
      product: await aProduct(database.db, market),
    })
    await database.db.update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
    await deleteAccount(as("customer", customer.userId), customer)
    await receipt.send(
      system(),
      { orderId: order.id, customerId: customer.userId, sellerId: "" },
      "late receipt",
    )
    expect(sent.length).toBe(before)
    await syncSubscription(system(), `sub_${userId}`)
    expect(cancelled.at(-1)).toBe(`sub_${userId}`)
    const [row] = await database.db.select().from(markets).where(eq(markets.userId, userId))
    expect(row!.subscription).not.toBe("active")
  })

  it("is rejected with a sentence for everything that is open, in every role", {
    tags: ["PRIV-2"],
  }, async () => {
    const { db } = database
    const person = await aPersonWithPassword(db, ["customer", "seller", "deliverer"])
    const { userId } = person
    const [row] = await db.select().from(markets).where(eq(markets.userId, userId))
    const own = { ...row!, sellerId: userId, actor: personIn("seller", userId, row!.id) }
    const customer = { ...person, actor: { role: "customer" as const, userId } }
    const elsewhere = await aMarket(db)
    const bought = await anOrder(db, { customer, market: elsewhere, product: await aProduct(db, elsewhere) })
    const sold = await anOrder(db, {
      customer: await aCustomer(db),
      market: own,
      product: await aProduct(db, own),
    })
    const carried = await anOrder(db, {
      customer: await aCustomer(db),
      market: elsewhere,
      product: await aProduct(db, elsewhere),
      fulfilment: "delivery",
    })
    await db.update(deliveries).set({ courierId: userId }).where(eq(deliveries.orderId, carried.id))
    const { id: _id, ...checkout } = (
      await db.select().from(checkouts).where(eq(checkouts.id, bought.checkoutId))
    )[0]!
    const [paying] = await db
      .insert(checkouts)
      .values({ ...checkout, status: "paying" })
      .returning()
    await db
      .insert(refunds)
      .values({ checkoutId: bought.checkoutId, amountCents: cents(100), reason: "late" })
    await db.update(orders).set({ chargedBackAt: new Date() }).where(eq(orders.id, sold.id))
    const texts = (await listDeletionBlockers(as("customer", userId))).map(({ text }) => text).join("\n")
    for (const words of [
      "1 order of yours isn't finished yet",
      "One of your payments is still being processed",
      "Money is still on its way back to your card",
      "1 order at your market isn't finished yet",
      "A dispute over one of your orders is still open",
      "You have a delivery in progress",
      "$3.60 of your sales is still pending",
    ])
      expect(texts).toContain(words)
    await expect(deleteAccount(as("customer", userId), person)).rejects.toMatchObject({
      code: "illegal_move",
      message: expect.stringContaining("1 order of yours isn't finished yet."),
    })
    expect(await db.$count(users, eq(users.email, person.email))).toBe(1)
    // The bank gave the money back itself.
    await db
      .update(refunds)
      .set({ status: "closed" })
      .where(and(eq(refunds.checkoutId, bought.checkoutId), eq(refunds.status, "due")))
    await db.delete(checkouts).where(eq(checkouts.id, paying!.id))
    await db.update(orders).set({ status: "picked up", chargedBackAt: null }).where(eq(orders.id, sold.id))
    await db.update(orders).set({ status: "picked up" }).where(eq(orders.id, bought.id))
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, carried.id))
    await db.update(deliveries).set({ deliveredAt: new Date() }).where(eq(deliveries.orderId, carried.id))
    await payOut(userId, sold)
    await deleteAccount(as("customer", userId), person)
  })
})
