import { eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { settleDispute } from "#core/payments/settle-dispute.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import { sweepReversals } from "#core/payouts/reverse-transfers.server.ts"
import { sendPayout } from "#core/payouts/send-payout.server.ts"
import { sweepDueTransfers } from "#core/payouts/send-transfers.server.ts"
import { checkouts, ledgerEntries, markets, orders, transferReversals, transfers } from "#db/schema/index.ts"
import { goToCheckout, payByCard } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts({ connections: 4 })
const DISPUTE_FEE = 1500

type Seller = Awaited<ReturnType<typeof payoutAccounts.anOnboardedSeller>>

/** A completed card sale whose transfer has arrived at the seller's connected account. */
async function aSaleThatArrived({ market, ctx }: Seller, priceCents: number) {
  const { db } = payoutAccounts.database
  await db.update(markets).set({ subscription: "active" }).where(eq(markets.id, market.id))
  const product = await aProduct(db, market, { priceCents })
  const shopper = ctxFor(payoutAccounts.database, (await aCustomer(db)).actor, payoutAccounts.parts())
  await goToCheckout(shopper, [{ productId: product.id }])
  const { checkoutId } = await payByCard(shopper, payoutAccounts.sandbox.stripe)
  const done = await completeCheckout(shopper, { checkoutId })
  const orderId = done.outcome === "completed" ? done.orderIds[0]! : ""
  await setPickupStatus(ctx, { orderId, status: "picked up" })
  payoutAccounts.clock.advance({ hours: 25 })
  await sweepDueTransfers(payoutAccounts.system())
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  return { orderId, charge: checkout!.stripeChargeId!, earned: order!.itemsCents - order!.processorFeeCents }
}

const held = (balance: { available: { amount: number }[]; pending: { amount: number }[] }) =>
  [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0)

async function accountHolds({ market }: Seller): Promise<number> {
  const stripeAccount = (await payoutAccounts.marketRow(market.id)).stripeAccountId!
  return held(await payoutAccounts.sandbox.stripe.balance.retrieve({}, { stripeAccount }))
}

/** Expects the platform's own balance at the provider to equal the amount that the ledger says it still holds. */
async function expectBooksToAgree() {
  const { db } = payoutAccounts.database
  const booked = await db.select().from(ledgerEntries)
  const ofOrders = booked.filter(({ kind }) => !kind.startsWith("payout"))
  const gone = await db.select().from(transfers).where(eq(transfers.status, "sent"))
  const sum = (rows: { amountCents: number }[]) => rows.reduce((total, row) => total + row.amountCents, 0)
  expect(held(await payoutAccounts.sandbox.stripe.balance.retrieve())).toBe(sum(ofOrders) - sum(gone))
  expect(await checkLedger(payoutAccounts.system())).toEqual([])
}

const dispute = async (charge: string) =>
  (await payoutAccounts.sandbox.control("dispute", { charge })).id as string

/** Settles the dispute twice, as repeated webhooks do, then runs the sweeps. */
async function settle(disputeId: string) {
  await settleDispute(payoutAccounts.system(), disputeId)
  await settleDispute(payoutAccounts.system(), disputeId)
  await sweepReversals(payoutAccounts.system())
  await sweepReversals(payoutAccounts.system())
}

const feesBooked = async () =>
  (
    await payoutAccounts.database.db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "dispute_fee"))
  ).map(({ party, amountCents }) => [party, amountCents])

describe("a dispute over an order whose money has left for the seller", () => {
  it("takes the transfer back and books the fee to the platform; won, the money comes back and the fee does not", {
    tags: ["REFUND-7", "REFUND-8"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const { orderId, charge, earned } = await aSaleThatArrived(seller, 2000)
    expect([await accountHolds(seller), (await readBalance(seller.ctx)).availableCents]).toEqual([
      earned,
      earned,
    ])
    await expectBooksToAgree()

    const disputeId = await dispute(charge)
    await settle(disputeId)
    expect(await accountHolds(seller)).toBe(0)
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: 0 })
    expect(await feesBooked()).toEqual([["platform", -DISPUTE_FEE]])
    await expectBooksToAgree()

    await payoutAccounts.sandbox.control("close-dispute", { dispute: disputeId, outcome: "won" })
    await settle(disputeId)
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: earned, availableCents: 0 })
    await expectBooksToAgree()
    payoutAccounts.clock.advance({ hours: 25 })
    await sweepDueTransfers(payoutAccounts.system())
    expect(await accountHolds(seller)).toBe(earned)
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: earned })
    expect(await feesBooked()).toEqual([["platform", -DISPUTE_FEE]])
    await expectBooksToAgree()
    const sent = await payoutAccounts.database.db
      .select()
      .from(transfers)
      .where(eq(transfers.orderId, orderId))
    expect(sent.map(({ status }) => status).sort()).toEqual(["reversed", "sent"])
  })

  it("lets none of it be paid out from the moment it is known, before the transfer came back", {
    tags: ["REFUND-9"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const { charge } = await aSaleThatArrived(seller, 2000)
    await settleDispute(payoutAccounts.system(), await dispute(charge))
    expect((await readBalance(seller.ctx)).availableCents).toBe(0)
    await expect(requestPayout(seller.ctx, { idempotencyKey: undefined })).rejects.toMatchObject({
      code: "insufficient_balance",
    })
  })

  it("is the seller's debt when it was paid out already: the next sales settle it, and then payouts go on", {
    tags: ["REFUND-9"],
  }, async () => {
    const seller = await payoutAccounts.anOnboardedSeller()
    const first = await aSaleThatArrived(seller, 2000)
    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    await sendPayout(payoutAccounts.system(), { payoutId })
    await settle(await dispute(first.charge))
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: -first.earned })
    await expectBooksToAgree()

    const small = await aSaleThatArrived(seller, 500)
    await sweepReversals(payoutAccounts.system())
    expect((await readBalance(seller.ctx)).availableCents).toBe(small.earned - first.earned)
    await expect(requestPayout(seller.ctx, { idempotencyKey: undefined })).rejects.toMatchObject({
      code: "insufficient_balance",
      message: expect.stringContaining("of your payouts was refunded to customers."),
    })

    const large = await aSaleThatArrived(seller, 3000)
    await sweepReversals(payoutAccounts.system())
    const left = small.earned + large.earned - first.earned
    expect((await readBalance(seller.ctx)).availableCents).toBe(left)
    expect(await accountHolds(seller)).toBe(left)
    await expectBooksToAgree()
    const last = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    expect(last.amountCents).toBe(left)
  })

  it("is not taken back once the bank decides for the seller, though the answer to one try was lost", {
    tags: ["REFUND-9"],
  }, async () => {
    const { db } = payoutAccounts.database
    const seller = await payoutAccounts.anOnboardedSeller()
    const { charge, orderId } = await aSaleThatArrived(seller, 2000)
    const { payoutId } = await requestPayout(seller.ctx, { idempotencyKey: undefined })
    await sendPayout(payoutAccounts.system(), { payoutId })
    const disputeId = await dispute(charge)
    await settle(disputeId)
    const [transfer] = await db.select().from(transfers).where(eq(transfers.orderId, orderId))
    const itsReversal = eq(transferReversals.transferId, transfer!.id)
    const oneMore = sql`${transferReversals.attempts} + 1`
    await db.update(transferReversals).set({ attempts: oneMore }).where(itsReversal)
    await payoutAccounts.sandbox.control("close-dispute", { dispute: disputeId, outcome: "won" })
    await settle(disputeId)
    const [reversal] = await db.select().from(transferReversals).where(itsReversal)
    expect(reversal?.status).toBe("cancelled")
    expect(await readBalance(seller.ctx)).toEqual({ pendingCents: 0, availableCents: 0 })
    await expectBooksToAgree()
  })
})
