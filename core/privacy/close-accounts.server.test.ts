import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { requestScheduledPayouts } from "#core/payouts/request-scheduled-payouts.server.ts"
import { sendPayout } from "#core/payouts/send-payout.server.ts"
import { settlePayout, sweepSentPayouts } from "#core/payouts/settle-payout.server.ts"
import { sweepAccounts } from "#core/privacy/close-accounts.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import { accountDeletions, ledgerEntries, markets, orders, payouts, transfers } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { ctxFor, personIn, systemCtx } from "#tests/support/database.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()
const deletionList = { note: async () => {} }
const mail = { siteUrl: "http://shop.test", send: async () => {} }
const parts = () => {
  const { ports, now } = payoutAccounts.parts()
  return {
    now,
    ports: { ...ports, deletionList, mail, passwords: { ...passwords, verify: async () => true } },
  }
}
const system = () => systemCtx(payoutAccounts.database, parts())

/** A seller whose one sale was paid out to the cent, according to the ledger, our rows and the sandbox. */
async function aPaidSeller() {
  const { db } = payoutAccounts.database
  const { stripe } = payoutAccounts.sandbox
  const { market } = await payoutAccounts.anOnboardedSeller()
  const { stripeAccountId } = await payoutAccounts.marketRow(market.id)
  const order = await anOrder(db, {
    customer: await aCustomer(db),
    market,
    product: await aProduct(db, market),
  })
  await db.update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
  const seller = { party: "seller" as const, userId: market.sellerId }
  const amountCents = earnedBy(order)
  const past = payoutAccounts.clock.now()
  await db
    .insert(transfers)
    .values({ ...seller, orderId: order.id, amountCents, status: "sent", dueAt: past, availableAt: past })
  const [payout] = await db
    .insert(payouts)
    .values({ userId: market.sellerId, role: "seller", amountCents, status: "paid", updatedAt: past })
    .returning()
  await db.insert(ledgerEntries).values({
    ...seller,
    payoutId: payout!.id,
    kind: "payout" as const,
    amountCents: cents(-amountCents),
    reference: `payout:${payout!.id}`,
  })
  await db.update(markets).set({ lastPayoutAt: past }).where(eq(markets.id, market.id))
  const leave = async () => {
    const actor = personIn("seller", market.sellerId, market.id)
    await deleteAccount(ctxFor(payoutAccounts.database, actor, parts()), { password: "" })
    await finishDeletion(system(), market.sellerId)
  }
  /** Simulates a bank that returns a payout: the money is in the account again. */
  const putInto = async (amount: number) => {
    await stripe.paymentIntents.create({
      amount: 100_000,
      currency: "usd",
      confirm: true,
      payment_method: "pm_card_bypassPending",
    })
    await stripe.transfers.create({ amount, currency: "usd", destination: stripeAccountId! })
  }
  const isClosed = async () => {
    const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, market.sellerId))
    const there = await stripe.accounts.retrieve(stripeAccountId!).then(
      () => true,
      () => false,
    )
    expect(there).toBe(row!.accountsClosedAt === null)
    return !there
  }
  return { market, payoutId: payout!.id, amountCents, leave, putInto, isClosed }
}

it("waits for as long as a bank may send the last payout back, and closes the empty account once", {
  tags: ["PRIV-5"],
}, async () => {
  const { leave, isClosed, market } = await aPaidSeller()
  payoutAccounts.clock.advance({ days: 1 })
  await leave()
  await sweepAccounts(system())
  expect(await isClosed()).toBe(false)
  payoutAccounts.clock.advance({ days: 5 })
  await sweepAccounts(system())
  expect(await isClosed()).toBe(false)
  payoutAccounts.clock.advance({ days: 2 })
  await sweepAccounts(system())
  expect(await isClosed()).toBe(true)
  await sweepAccounts(system())
  const row = await payoutAccounts.marketRow(market.id)
  expect(row).toMatchObject({ onboarded: false, stripeAccountId: expect.stringMatching(/^acct_/) })
  expect(
    await payoutAccounts.database.db.$count(ledgerEntries, eq(ledgerEntries.userId, market.sellerId)),
  ).toBeGreaterThan(0)
})

it("pays out what the bank sent back to somebody who is gone, and closes the account after that", {
  tags: ["PRIV-5"],
}, async () => {
  const { db } = payoutAccounts.database
  const { leave, putInto, isClosed, market, payoutId, amountCents } = await aPaidSeller()
  await leave()
  await putInto(amountCents)
  await settlePayout(system(), payoutId, { id: null, state: "failed", reason: "Account closed" })
  payoutAccounts.clock.advance({ days: 8 })
  await sweepAccounts(system())
  expect(await isClosed()).toBe(false)
  expect(await requestScheduledPayouts(system())).toBe(1)
  const [again] = await db.select().from(payouts).where(eq(payouts.status, "requested"))
  expect(again).toMatchObject({ userId: market.sellerId, amountCents })
  await sendPayout(system(), { payoutId: again!.id })
  payoutAccounts.clock.advance({ hours: 7 })
  // The account is empty, but its money has not reached the bank.
  await sweepAccounts(system())
  expect(await isClosed()).toBe(false)
  await payoutAccounts.sandbox.control("advance", { seconds: 60 })
  payoutAccounts.clock.advance({ days: 2 })
  await sweepSentPayouts(system())
  payoutAccounts.clock.advance({ days: 8 })
  await sweepAccounts(system())
  expect(await isClosed()).toBe(true)
})

it("leaves an account with money in it alone that our books know nothing of", {
  tags: ["PRIV-5"],
}, async () => {
  const { leave, putInto, isClosed } = await aPaidSeller()
  await leave()
  await putInto(700)
  payoutAccounts.clock.advance({ days: 8 })
  await sweepAccounts(system())
  expect(await isClosed()).toBe(false)
})
