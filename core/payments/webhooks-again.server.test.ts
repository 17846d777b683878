import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import { sendRefund } from "#core/payments/send-refund.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import { sendPayout } from "#core/payouts/send-payout.server.ts"
import { sweepDueTransfers } from "#core/payouts/send-transfers.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { subscribe } from "#core/subscriptions/begin-subscription.server.ts"
import { cancelSubscription } from "#core/subscriptions/cancel-subscription.server.ts"
import { goToCheckout, payByCard } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts({ connections: 4 })

/** Every money event of a market: subscribe, cancel and subscribe again; sell, refund, dispute, pay out. */
async function aWholeLife() {
  const { db } = payoutAccounts.database
  const { market, ctx } = await payoutAccounts.anOnboardedSeller()
  for (const again of [false, true]) {
    await subscribe(ctx, { token: "pm_card_visa" })
    payoutAccounts.clock.advance({ seconds: 1 })
    if (!again) await cancelSubscription(ctx)
    payoutAccounts.clock.advance({ seconds: 1 })
  }
  const buy = async () => {
    const shopper = ctxFor(payoutAccounts.database, (await aCustomer(db)).actor, payoutAccounts.parts())
    const product = await aProduct(db, market, { priceCents: 2000 })
    await goToCheckout(shopper, [{ productId: product.id }])
    const { checkoutId } = await payByCard(shopper, payoutAccounts.sandbox.stripe)
    const done = await completeCheckout(shopper, { checkoutId })
    if (done.outcome !== "completed") throw new Error(done.outcome)
    return { orderId: done.orderIds[0]!, checkoutId }
  }
  const [kept, cancelled, disputed, won] = [await buy(), await buy(), await buy(), await buy()]
  await cancelSellerOrder(ctx, { orderId: cancelled.orderId, reason: "Frost." })
  for (const { orderId } of [kept, disputed, won])
    await setPickupStatus(ctx, { orderId, status: "picked up" })
  payoutAccounts.clock.advance({ hours: 25 })
  await sweepDueTransfers(payoutAccounts.system())
  const { payoutId } = await requestPayout(ctx, { idempotencyKey: undefined })
  await sendPayout(payoutAccounts.system(), { payoutId })
  await payoutAccounts.sandbox.control("advance", { seconds: 60 })
  const rows = await db.execute<{ id: string; charge: string }>(
    sql`select id, stripe_charge_id as charge from checkouts`,
  )
  const dispute = async (checkoutId: string) =>
    String(
      (
        await payoutAccounts.sandbox.control("dispute", {
          charge: rows.rows.find(({ id }) => id === checkoutId)!.charge,
        })
      ).id,
    )
  await dispute(disputed.checkoutId)
  const other = await dispute(won.checkoutId)
  await payoutAccounts.sandbox.control("close-dispute", { dispute: other, outcome: "won" })
  const due = await db.execute<{ id: string }>(sql`select id from refunds where status = 'due'`)
  for (const { id } of due.rows) await sendRefund(payoutAccounts.system(), { refundId: id })
  return market
}

/** The events of one connected account, as its webhook endpoint gets them. */
async function eventsOf(stripeAccount: string): Promise<ProviderEvent[]> {
  const { data } = await payoutAccounts.sandbox.stripe.events.list({ limit: 100 }, { stripeAccount })
  return data.map(({ id, type, created, data: { object } }) => ({
    id,
    type,
    accountId: stripeAccount,
    objectId: "id" in object ? (object.id as string) : null,
    createdAt: new Date(created * 1000),
  }))
}

/** All rows that an event could change, without the columns that record when they were last checked. */
async function everything() {
  const { rows } = await payoutAccounts.database.db.execute(sql`
    select 'market' as what, jsonb_agg(to_jsonb(m) - 'account_checked_at' - 'subscription_checked_at' - 'updated_at' order by id) as now from markets m
    union all select 'order', jsonb_agg(to_jsonb(o) order by id) from orders o
    union all select 'checkout', jsonb_agg(to_jsonb(c) order by id) from checkouts c
    union all select 'ledger', jsonb_agg(to_jsonb(l) order by id) from ledger_entries l
    union all select 'transfer', jsonb_agg(to_jsonb(t) order by id) from transfers t
    union all select 'payout', jsonb_agg(to_jsonb(p) order by id) from payouts p
    union all select 'refund', jsonb_agg(to_jsonb(r) order by id) from refunds r
    union all select 'notification', jsonb_agg(to_jsonb(n) order by id) from notifications n
    union all select 'told', jsonb_agg(to_jsonb(b) - 'queued_at' - 'published_at' order by id) from outbox b where event <> 'payment.eventReceived'`)
  return rows
}

async function take(events: readonly ProviderEvent[]) {
  for (const event of events) {
    await receiveEvent(payoutAccounts.system(), event)
    await processEvent(payoutAccounts.system(), { eventId: event.id })
  }
}

it("of Stripe change nothing when they come again, doubled, backwards, or under another's name", {
  tags: ["PAYOUT-10"],
}, async () => {
  const market = await aWholeLife()
  const events: ProviderEvent[] = []
  for await (const event of payoutAccounts.parts().ports.payments!.listEvents(new Date(0))) events.push(event)
  events.push(...(await eventsOf((await payoutAccounts.marketRow(market.id)).stripeAccountId!)))
  const kinds = new Set(events.map(({ type }) => type))
  for (const kind of [
    "payment_intent.succeeded",
    "account.updated",
    "customer.subscription.deleted",
    "payout.paid",
    "charge.dispute.closed",
  ])
    expect([...kinds]).toContain(kind)
  const inOrder = [...events].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await take(inOrder)
  const settled = await everything()
  expect(await checkLedger(payoutAccounts.system())).toEqual([])

  const copies = (name: string) => events.map((event) => ({ ...event, id: `${event.id}_${name}` }))
  const [backwards, doubled] = [copies("backwards"), copies("doubled")]
  await take([...events, ...backwards.reverse(), ...doubled.flatMap((event) => [event, event])])
  expect(await everything()).toEqual(settled)

  // Correctly signed events about objects that do not match: another account's payout, a payment as a subscription, an
  // unknown id.
  const stranger = await payoutAccounts.anOnboardedSeller()
  const { stripeAccountId } = await payoutAccounts.marketRow(stranger.market.id)
  const before = await everything()
  const crossed = copies("crossed").map((event) => ({ ...event, accountId: stripeAccountId }))
  for (const event of crossed.filter(({ type }) => type.startsWith("payout.")))
    await take([event]).catch(() => undefined)
  for (const [index, type] of [...kinds].entries()) {
    const objectId = events[(index * 7) % events.length]!.objectId
    await take([{ ...events[0]!, id: `evt_forged_${index}`, type, objectId }]).catch(() => undefined)
  }
  expect(await everything()).toEqual(before)
})
