import { eq, inArray, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import type { Database } from "#db/client.ts"
import { ledgerEntries, orderLines, orders } from "#db/schema/index.ts"
import { fillCart, goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { createTestDatabase, ctxFor, systemCtx } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { withoutLocks } from "#tests/support/sabotage.ts"

const CONNECTIONS = 10
const BUYERS = 50
const checkout = useCheckout({ connections: CONNECTIONS })
const OVERSELLING_ALLOWED = ["alter table variants drop constraint variants_stock_not_negative"]
const TWO_ORDERS_ALLOWED = ['alter table orders drop constraint "orders_checkoutId_marketId_unique"']

/** Fifty customers have the same melon in their carts, of which two are left, and all pay at the same time. */
async function fiftyBuyersForTwo(db: Database) {
  const market = await aMarket(db)
  const melon = await aProduct(db, market, { stock: 2, priceCents: 1999 })
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const ctx = ctxFor({ db }, (await aCustomer(db)).actor, checkout.parts())
      await fillCart(ctx, [{ productId: melon.id }])
      return ctx
    }),
  )
  const before = await balance()
  const answers = await Promise.all(buyers.map((ctx) => buy(ctx)))
  const sold = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.productId, melon.id))
  return { db, melon, answers, sold: sold.map(({ id }) => id), received: (await balance()) - before }
}

async function buy(ctx: CustomerContext): Promise<string> {
  try {
    await startCheckout(ctx)
    return (await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))).outcome
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`
    return error instanceof Error ? `${error.message} ${error.cause}` : "an unknown error"
  }
}

async function balance(): Promise<number> {
  const { available } = await checkout.sandbox.stripe.balance.retrieve()
  return available.reduce((sum, { amount }) => sum + amount, 0)
}

describe("fifty customers race for the last two", () => {
  it("sells two, tells forty-eight that it is sold out, and the books agree with the provider to the cent", {
    timeout: 60_000,
    tags: ["PAY-20", "MONEY-2"],
  }, async () => {
    const { db, melon, answers, sold, received } = await fiftyBuyersForTwo(checkout.database.db)
    expect(sold).toHaveLength(2)
    expect(answers.filter((answer) => answer === "completed")).toHaveLength(2)
    const rejected = [
      `no_inventory: ${melon.name} is sold out. Remove it from the cart to continue.`,
      `no_inventory: Someone else is paying for the last ${melon.name}. Try again in a few minutes, or remove it from the cart to continue.`,
    ]
    expect(answers.filter((answer) => rejected.includes(answer))).toHaveLength(BUYERS - 2)
    expect(await stockOf(db, melon.variantId)).toBe(0)
    const [booked] = await db
      .select({ cents: sql<number>`sum(${ledgerEntries.amountCents})::int` })
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.orderId, sold))
    expect(booked?.cents).toBe(received)
    expect(await checkLedger(checkout.system())).toEqual([])
  })

  it("goes red without the lock: more are sold than there were", {
    timeout: 60_000,
    tags: ["PAY-20"],
  }, async () => {
    const database = await createTestDatabase()
    const sabotaged = await withoutLocks(database.url, {
      connections: CONNECTIONS,
      dropping: OVERSELLING_ALLOWED,
    })
    const { sold, melon } = await fiftyBuyersForTwo(sabotaged.db)
    expect(sold.length).toBeGreaterThan(2)
    expect(await stockOf(sabotaged.db, melon.variantId)).toBeLessThan(0)
    await sabotaged.close()
    await database.close()
  })
})

/** The browser returns and the webhook arrives, each twice, in the given order, all at the same time. */
async function returnAndWebhookAtOnce(
  db: Database,
  order: "browser first" | "webhook first",
  { isSabotaged = false } = {},
) {
  const ctx = ctxFor({ db }, (await aCustomer(db)).actor, checkout.parts())
  const system = systemCtx({ db }, checkout.parts())
  const melon = await aProduct(db, await aMarket(db), { stock: 9 })
  await goToCheckout(ctx, [{ productId: melon.id }])
  const paid = await payByCard(ctx, checkout.sandbox.stripe)
  const eventId = await noteEventOf(system, paid.paymentId)
  const browser = [0, 1].map(() => () => completeCheckout(ctx, paid))
  const webhook = [0, 1].map(() => () => processEvent(system, { eventId }))
  const both = order === "browser first" ? [...browser, ...webhook] : [...webhook, ...browser]
  // Without the lock, some calls find orders that did not exist a moment before, and throw.
  const calls = both.map((call) => call())
  await (isSabotaged ? Promise.allSettled(calls) : Promise.all(calls))
  return db.select().from(orders).where(eq(orders.checkoutId, paid.checkoutId))
}

async function noteEventOf(system: ReturnType<typeof checkout.system>, paymentId: string): Promise<string> {
  for await (const event of system.ports.payments.listEvents(new Date(Date.now() - 60_000))) {
    if (event.objectId !== paymentId || event.type !== "payment_intent.succeeded") continue
    await receiveEvent(system, event)
    expect(await receiveEvent(system, event)).toBe(false)
    return event.id
  }
  throw new Error("the sandbox has no event of this payment")
}

describe("the browser's return and the webhook together, twice", () => {
  it.each(["browser first", "webhook first"] as const)(
    "make one order, %s",
    { timeout: 30_000, tags: ["PAY-21"] },
    async (order) => {
      for (let round = 0; round < 5; round += 1)
        expect(await returnAndWebhookAtOnce(checkout.database.db, order)).toHaveLength(1)
    },
  )

  it("goes red without the lock: two orders for one payment", {
    timeout: 30_000,
    tags: ["PAY-21"],
  }, async () => {
    const database = await createTestDatabase()
    const sabotaged = await withoutLocks(database.url, {
      connections: CONNECTIONS,
      dropping: TWO_ORDERS_ALLOWED,
    })
    let most = 0
    for (let round = 0; round < 20 && most < 2; round += 1)
      most = Math.max(
        most,
        (await returnAndWebhookAtOnce(sabotaged.db, "browser first", { isSabotaged: true })).length,
      )
    expect(most).toBeGreaterThan(1)
    await sabotaged.close()
    await database.close()
  })
})

describe("Pay Now pressed in two tabs at once", () => {
  async function paymentsOfTwoTabs(ctx: CustomerContext) {
    const melon = await checkout.aVegetable({ stock: 9 })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id }])
    await Promise.allSettled([
      payByCard(ctx, checkout.sandbox.stripe),
      payByCard(ctx, checkout.sandbox.stripe),
    ])
    const intents = await checkout.sandbox.stripe.paymentIntents.list({ limit: 100 })
    return intents.data.filter((intent) => intent.metadata.checkout_id === checkoutId)
  }

  /** Both tabs reach the provider before it responds to either. */
  async function shopperOfTwoTabs(attemptOf: (attempt: number) => number) {
    const { payments, ...others } = checkout.parts().ports
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const met: typeof payments = {
      ...payments,
      async createPayment(payment) {
        if (++waiting === 2) both.resolve()
        await both.promise
        return payments.createPayment({ ...payment, attempt: attemptOf(payment.attempt) })
      },
    }
    const { actor } = await checkout.shopper()
    return ctxFor(checkout.database, actor, { ports: { ...others, payments: met } })
  }

  it("opens one payment and charges it once", { tags: ["PAY-4", "PAY-22"] }, async () => {
    const intents = await paymentsOfTwoTabs(await shopperOfTwoTabs((attempt) => attempt))
    expect(intents).toHaveLength(1)
    const charges = await checkout.sandbox.stripe.charges.list({ payment_intent: intents[0]!.id })
    expect(charges.data.filter((charge) => charge.paid)).toHaveLength(1)
  })

  it("goes red without the idempotency key: two payments", { tags: ["PAY-22"] }, async () => {
    let calls = 0
    const ctx = await shopperOfTwoTabs(() => 1000 + calls++)
    expect(await paymentsOfTwoTabs(ctx)).toHaveLength(2)
  })
})

it("does not wedge when checkouts in flight are five times the pool", {
  timeout: 60_000,
  tags: ["PAY-24"],
}, async () => {
  const market = await aMarket(checkout.database.db)
  const products = await Promise.all(
    Array.from({ length: 6 }, () => aProduct(checkout.database.db, market, { stock: 1000 })),
  )
  const buyers = await Promise.all(
    Array.from({ length: CONNECTIONS * 5 }, async (_, index) => {
      const ctx = await checkout.shopper()
      // Every other cart is filled in the opposite order, so that unordered locks would deadlock.
      const basket = index % 2 === 0 ? products : products.toReversed()
      await fillCart(
        ctx,
        basket.map(({ id }) => ({ productId: id })),
      )
      return ctx
    }),
  )
  expect(new Set(await Promise.all(buyers.map(buy)))).toEqual(new Set(["completed"]))
  for (const { variantId } of products) expect(await stockOf(checkout.database.db, variantId)).toBe(950)
})
