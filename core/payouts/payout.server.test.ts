import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { and, eq, inArray } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cents } from "#core/money.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { type OutboxJob, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { reverseOrder } from "#core/payments/reverse-order.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import { requestScheduledPayouts } from "#core/payouts/request-scheduled-payouts.server.ts"
import { sweepReversals } from "#core/payouts/reverse-transfers.server.ts"
import { sendPayout, sweepRequestedPayouts } from "#core/payouts/send-payout.server.ts"
import { sendOrderTransfers, sweepDueTransfers } from "#core/payouts/send-transfers.server.ts"
import { settlePayoutEvent, sweepSentPayouts } from "#core/payouts/settle-payout.server.ts"
import { ledgerEntries, markets, orders, payouts, transfers } from "#db/schema/index.ts"
import { goToCheckout, payByCard } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { CLOSED_BANK, usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts({ connections: 12 })

type Seller = Awaited<ReturnType<typeof payoutAccounts.anOnboardedSeller>>

/** A completed card sale: the seller's earnings are due for transfer. */
async function aSale({ market, ctx }: Seller, priceCents = 1000): Promise<string> {
  await payoutAccounts.database.db
    .update(markets)
    .set({ subscription: "active" })
    .where(eq(markets.id, market.id))
  const product = await aProduct(payoutAccounts.database.db, market, { priceCents })
  const shopper = ctxFor(
    payoutAccounts.database,
    (await aCustomer(payoutAccounts.database.db)).actor,
    payoutAccounts.parts(),
  )
  await goToCheckout(shopper, [{ productId: product.id }])
  const { checkoutId } = await payByCard(shopper, payoutAccounts.sandbox.stripe)
  const done = await completeCheckout(shopper, { checkoutId })
  const orderId = done.outcome === "completed" ? done.orderIds[0]! : ""
  for (const status of ["ready to pick up", "picked up"] as const)
    await setPickupStatus(ctx, { orderId, status })
  return orderId
}

async function aSaleThatArrived(seller: Seller, priceCents?: number): Promise<string> {
  const orderId = await aSale(seller, priceCents)
  payoutAccounts.clock.advance({ hours: 25 })
  expect(await sweepDueTransfers(payoutAccounts.system())).toEqual({ failed: 0 })
  return orderId
}

const rowsOf = (userId: string) =>
  payoutAccounts.database.db.select().from(payouts).where(eq(payouts.userId, userId)).orderBy(payouts.id)

async function accountOf({ market }: Seller): Promise<string> {
  return (await payoutAccounts.marketRow(market.id)).stripeAccountId!
}

async function sandboxBalance(seller: Seller): Promise<number> {
  const balance = await payoutAccounts.sandbox.stripe.balance.retrieve(
    {},
    { stripeAccount: await accountOf(seller) },
  )
  return balance.available.reduce((sum, { amount }) => sum + amount, 0)
}

const sandboxPayouts = async (seller: Seller) =>
  (
    await payoutAccounts.sandbox.stripe.payouts.list(
      { limit: 100 },
      { stripeAccount: await accountOf(seller) },
    )
  ).data

describe("the way of the money", () => {
  it("goes pending → available → paid out, and sandbox, ledger and screen agree to the cent", {
    tags: ["MONEY-11", "PAYOUT-7"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const orderId = await aSale(seller)
    const [order] = await payoutAccounts.database.db.select().from(orders).where(eq(orders.id, orderId))
    const earned = order!.itemsCents - order!.processorFeeCents
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: earned, availableCents: 0 })
    expect(await sandboxBalance(seller)).toBe(0)

    // The transfer is not due yet.
    await sweepDueTransfers(payoutAccounts.system())
    expect(await sandboxBalance(seller)).toBe(0)
    payoutAccounts.clock.advance({ hours: 25 })
    await sweepDueTransfers(payoutAccounts.system())
    await sweepDueTransfers(payoutAccounts.system())
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: earned })
    expect(await sandboxBalance(seller)).toBe(earned)

    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: 0 })
    await sendPayout(payoutAccounts.system(), { payoutId })
    expect(await sandboxBalance(seller)).toBe(0)
    expect((await sandboxPayouts(seller)).map(({ amount }) => amount)).toEqual([earned])
    expect((await rowsOf(seller.market.sellerId)).map(({ status }) => status)).toEqual(["sent"])

    await payoutAccounts.sandbox.control("advance", { seconds: 60 })
    const [payout] = await rowsOf(seller.market.sellerId)
    for (let time = 0; time < 2; time += 1)
      await settlePayoutEvent(payoutAccounts.system(), {
        accountId: await accountOf(seller),
        objectId: payout!.stripePayoutId!,
      })
    expect((await rowsOf(seller.market.sellerId)).map(({ status }) => status)).toEqual(["paid"])
    const sum = await payoutAccounts.database.db
      .select({ cents: ledgerEntries.amountCents })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.userId, seller.market.sellerId), eq(ledgerEntries.party, "seller")))
    expect(sum.reduce((total, row) => total + row.cents, 0)).toBe(0)
  })

  it("leaves by the order's own job when its delay is over, and not before", {
    tags: ["PAYOUT-7", "JOB-9"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const orderId = await aSale(seller)
    const { db } = payoutAccounts.database
    const runTransferJobs = async () => {
      const jobs: OutboxJob[] = []
      const { now } = payoutAccounts.clock
      await releaseDueEvents(db, now(), 1_000)
      while (await queueEvents(db, 1_000, async (more) => void jobs.push(...more)));
      for (const { name, payload } of jobs)
        if (name === "send-transfers")
          await sendOrderTransfers(payoutAccounts.system(), payload as { orderId: string })
      return jobs.filter((job) => job.id.endsWith("send-transfers")).map(({ payload }) => payload)
    }
    expect(await runTransferJobs()).not.toContainEqual({ orderId })
    expect(await sandboxBalance(seller)).toBe(0)
    payoutAccounts.clock.advance({ hours: 24 })
    expect(await runTransferJobs()).toContainEqual({ orderId })
    expect(await sandboxBalance(seller)).toBeGreaterThan(0)
  })

  it("takes a transfer back when the order is charged back after it left", {
    tags: ["PAYOUT-7"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const orderId = await aSaleThatArrived(seller)
    await payoutAccounts.database.db.transaction((tx) =>
      reverseOrder(payoutAccounts.system(), tx, orderId, {
        kind: "chargeback",
        reference: `order:${orderId}:chargeback`,
      }),
    )
    await sweepReversals(payoutAccounts.system())
    await sweepReversals(payoutAccounts.system())
    expect(await sandboxBalance(seller)).toBe(0)
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: 0 })
    const [transfer] = await payoutAccounts.database.db
      .select()
      .from(transfers)
      .where(eq(transfers.orderId, orderId))
    expect(transfer!.status).toBe("reversed")
    const { id } = transfer!
    const steps = (await stepsOf(payoutAccounts.database.db, "transfer", [id]))(id)
    expect(steps.map(({ move, from, to, actorRole }) => [move, from, to, actorRole])).toEqual([
      ["schedule", null, "due", "seller"],
      ["send", "due", "sent", "system"],
      ["reverse", "sent", "reversed", "system"],
    ])
  })

  it("waits while the account may not be paid", { tags: ["PAYOUT-7"] }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const orderId = await aSale(seller)
    await payoutAccounts.database.db
      .update(markets)
      .set({ onboarded: false })
      .where(eq(markets.id, seller.market.id))
    payoutAccounts.clock.advance({ hours: 25 })
    await sweepDueTransfers(payoutAccounts.system())
    const due = () =>
      payoutAccounts.database.db.select().from(transfers).where(eq(transfers.orderId, orderId))
    expect((await due())[0]).toMatchObject({
      status: "due",
      lastError: expect.stringContaining("not be paid"),
    })
    await payoutAccounts.database.db
      .update(markets)
      .set({ onboarded: true })
      .where(eq(markets.id, seller.market.id))
    await sweepDueTransfers(payoutAccounts.system())
    expect((await due())[0]).toMatchObject({ status: "sent", lastError: null })
  })
})

describe("asking for a payout", () => {
  it("pays out once for ten clicks at once, with one key and with ten", { tags: ["PAYOUT-2"] }, async () => {
    for (const key of [() => "the same", () => crypto.randomUUID()]) {
      const seller = await payoutAccounts.anOnboardedSeller()
      await aSaleThatArrived(seller)
      const clicks = await Promise.allSettled(
        Array.from({ length: 10 }, () => requestPayout(seller.ctx, { idempotencyKey: key() })),
      )
      const ids = clicks.flatMap((click) => (click.status === "fulfilled" ? [click.value.payoutId] : []))
      expect(new Set(ids).size).toBe(1)
      await Promise.all(
        [ids[0]!, ids[0]!, ids[0]!].map((payoutId) => sendPayout(payoutAccounts.system(), { payoutId })),
      )
      expect(await sandboxPayouts(seller)).toHaveLength(1)
      expect(await rowsOf(seller.market.sellerId)).toHaveLength(1)
      await expect(requestPayout(seller.ctx, { idempotencyKey: "later" })).rejects.toMatchObject({
        code: "insufficient_balance",
      })
    }
  })

  it("pays out once when the worker dies after the provider has answered", {
    tags: ["PAYOUT-3"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    await aSaleThatArrived(seller)
    const { payoutId, amountCents } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    // Simulates a killed worker: the provider has paid, but nothing is recorded here.
    await payoutAccounts.parts().ports.connectedAccounts!.payOut({
      payoutId,
      amountCents: cents(amountCents),
      accountId: await accountOf(seller),
    })
    payoutAccounts.clock.advance({ minutes: 2 })
    await sweepRequestedPayouts(payoutAccounts.system())
    expect(await sandboxPayouts(seller)).toHaveLength(1)
    expect((await rowsOf(seller.market.sellerId)).map(({ status }) => status)).toEqual(["sent"])
  })

  // Like the two tests before it, this one fails without the idempotency key of stripe-accounts.ts.
  it("pays out once when the worker is killed -9 in the middle of it", {
    timeout: 30_000,
    tags: ["PAYOUT-3"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    await aSaleThatArrived(seller)
    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    const worker = spawn(
      join(import.meta.dirname, "../../node_modules/.bin/bun"),
      [
        join(import.meta.dirname, "../../tests/support/programs/pay-out-and-die.ts"),
        payoutAccounts.database.url,
        payoutAccounts.sandbox.base,
        payoutId,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    )
    const [, signal] = await once(worker, "exit")
    expect(signal).toBe("SIGKILL")
    expect((await rowsOf(seller.market.sellerId)).map(({ status }) => status)).toEqual(["requested"])
    payoutAccounts.clock.advance({ minutes: 2 })
    await sweepRequestedPayouts(payoutAccounts.system())
    expect(await sandboxPayouts(seller)).toHaveLength(1)
    expect((await rowsOf(seller.market.sellerId)).map(({ status }) => status)).toEqual(["sent"])
  })

  it("gives the money back when the bank rejects it, once, and says why", {
    tags: ["PAYOUT-4"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller({ bank: CLOSED_BANK })
    await aSaleThatArrived(seller)
    const { availableCents } = await readBalance(seller.ctx)
    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    await sendPayout(payoutAccounts.system(), { payoutId })
    expect((await readBalance(seller.ctx)).availableCents).toBe(0)
    await payoutAccounts.sandbox.control("advance", { seconds: 60 })
    const [row] = await rowsOf(seller.market.sellerId)
    const event = { accountId: await accountOf(seller), objectId: row!.stripePayoutId! }
    await Promise.all([
      settlePayoutEvent(payoutAccounts.system(), event),
      settlePayoutEvent(payoutAccounts.system(), event),
    ])
    expect((await rowsOf(seller.market.sellerId))[0]).toMatchObject({
      status: "failed",
      failure: "The bank account has been closed.",
    })
    expect((await readBalance(seller.ctx)).availableCents).toBe(availableCents)
    expect(await sandboxBalance(seller)).toBe(availableCents)
  })

  it("is settled by a sweep when its webhook never comes, whichever way it went", {
    tags: ["PAYOUT-5"],
  }, async () => {
    const [seller, closed] = [
      await payoutAccounts.anOnboardedSeller(),
      await payoutAccounts.anOnboardedSeller({ bank: CLOSED_BANK }),
    ]
    for (const one of [seller, closed]) await aSaleThatArrived(one)
    for (const one of [seller, closed]) {
      const { payoutId } = await requestPayout(one.ctx, { idempotencyKey: undefined })
      await sendPayout(payoutAccounts.system(), { payoutId })
    }
    await payoutAccounts.sandbox.control("advance", { seconds: 60 })
    const states = async () =>
      Promise.all([seller, closed].map(async ({ market }) => (await rowsOf(market.sellerId))[0]!.status))
    await sweepSentPayouts(payoutAccounts.system())
    expect(await states()).toEqual(["sent", "sent"])
    payoutAccounts.clock.advance({ hours: 25 })
    await sweepSentPayouts(payoutAccounts.system())
    expect(await states()).toEqual(["paid", "failed"])
  })

  it("is refused to who may not be paid, and says so", { tags: ["PAYOUT-6", "PAYOUT-9"] }, async () => {
    const { ctx } = await payoutAccounts.aSeller()
    await expect(requestPayout(ctx, { idempotencyKey: undefined })).rejects.toMatchObject({
      code: "not_allowed",
    })
  })

  it("does not listen to another account about a payout", { tags: ["PAYOUT-5"] }, async () => {
    const [seller, other] = [
      await payoutAccounts.anOnboardedSeller(),
      await payoutAccounts.anOnboardedSeller({ bank: CLOSED_BANK }),
    ]
    await aSaleThatArrived(seller)
    await aSaleThatArrived(other)
    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    await sendPayout(payoutAccounts.system(), { payoutId })
    const forged = await payoutAccounts.sandbox.stripe.payouts.create(
      { amount: 100, currency: "usd", metadata: { payout_id: payoutId } },
      { stripeAccount: await accountOf(other) },
    )
    await payoutAccounts.sandbox.control("advance", { seconds: 60 })
    await settlePayoutEvent(payoutAccounts.system(), {
      accountId: await accountOf(other),
      objectId: forged.id,
    })
    expect((await rowsOf(seller.market.sellerId))[0]!.status).toBe("sent")
  })
})

describe("the weekly and monthly job", () => {
  it("asks when the week or month is over, and not before; by configuration for who has chosen neither", {
    tags: ["PAYOUT-8"],
  }, async () => {
    const sellers = {
      weekly: await payoutAccounts.anOnboardedSeller(),
      monthly: await payoutAccounts.anOnboardedSeller(),
      unsaid: await payoutAccounts.anOnboardedSeller(),
    }
    const choose = (market: { id: string }, payoutSchedule: "monthly" | null) =>
      payoutAccounts.database.db.update(markets).set({ payoutSchedule }).where(eq(markets.id, market.id))
    await choose(sellers.monthly.market, "monthly")
    await choose(sellers.unsaid.market, null)
    for (const seller of Object.values(sellers)) await aSaleThatArrived(seller)
    const count = async () => {
      await requestScheduledPayouts(payoutAccounts.system())
      const ids = Object.values(sellers).map(({ market }) => market.sellerId)
      const rows = await payoutAccounts.database.db.select().from(payouts).where(inArray(payouts.userId, ids))
      return ids.map((id) => rows.filter(({ userId }) => userId === id).length)
    }
    expect(await count()).toEqual([0, 0, 0])
    payoutAccounts.clock.advance({ days: 8 })
    expect(await count()).toEqual([1, 0, 1])
    expect(await count()).toEqual([1, 0, 1])
    payoutAccounts.clock.advance({ days: 24 })
    expect(await count()).toEqual([1, 1, 1])
  })
})
