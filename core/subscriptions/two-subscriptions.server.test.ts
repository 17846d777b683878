import { eq } from "drizzle-orm"
import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import {
  beginSubscription,
  openSubscriptionPage,
  subscribe,
} from "#core/subscriptions/begin-subscription.server.ts"
import { cancelSubscription } from "#core/subscriptions/cancel-subscription.server.ts"
import { keepOneSubscription } from "#core/subscriptions/keep-one-subscription.server.ts"
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts"
import { outbox } from "#db/schema/index.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()
const BACK = { successUrl: "http://x.test/ok?page={page}", cancelUrl: "http://x.test/no" }

describe("two plans of one seller", () => {
  const paidFor = async (subscriptionId: string) => {
    const { data } = await payoutAccounts.sandbox.stripe.invoices.list({ subscription: subscriptionId })
    let kept = 0
    for (const invoice of data) {
      const payments = await payoutAccounts.sandbox.stripe.invoicePayments.list({ invoice: invoice.id! })
      for (const { payment } of payments.data) {
        const intent = await payoutAccounts.sandbox.stripe.paymentIntents.retrieve(
          String(payment.payment_intent),
          {
            expand: ["latest_charge"],
          },
        )
        const charge = intent.latest_charge as Stripe.Charge | null
        kept += (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0)
      }
    }
    return kept
  }
  const statusOf = async (subscriptionId: string) =>
    (await payoutAccounts.sandbox.stripe.subscriptions.retrieve(subscriptionId)).status

  for (const order of ["first told first", "second told first"])
    it(`that were both paid: one stays, the other is ended and its money goes back, once (${order})`, {
      tags: ["SUB-4"],
    }, async () => {
      const { db } = payoutAccounts.database
      const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
      const page = await openSubscriptionPage(ctx, BACK)
      const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
      const both = [
        await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!),
        await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!),
      ]
      const [kept, other] = order === "first told first" ? both : both.reverse()
      for (const { id } of [kept!, other!, kept!, other!]) await syncSubscription(payoutAccounts.system(), id)
      const told = await db.select().from(outbox).where(eq(outbox.event, "plan.doubled"))
      const jobs = told.map(({ payload }) => payload as { userId: string })
      const [job] = jobs.filter(({ userId }) => userId === market.sellerId)
      await keepOneSubscription(payoutAccounts.system(), job!)
      await keepOneSubscription(payoutAccounts.system(), job!)
      expect([await statusOf(kept!.id), await statusOf(other!.id)]).toEqual(["active", "canceled"])
      expect([await paidFor(kept!.id), await paidFor(other!.id)]).toEqual([500, 0])
      // The late webhook of the ended subscription changes nothing.
      await syncSubscription(payoutAccounts.system(), other!.id)
      expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
        subscription: "active",
        stripeSubscriptionId: kept!.id,
        canSell: true,
      })
      const messages = await db.select().from(outbox).where(eq(outbox.event, "plan.refunded"))
      expect(
        messages
          .map(({ payload }) => payload)
          .filter((payload) => (payload as { userId: string }).userId === market.sellerId),
      ).toEqual([{ userId: market.sellerId, amountCents: 500 }])
      const pages = await payoutAccounts.sandbox.stripe.checkout.sessions.list({
        customer: stripeCustomerId!,
      })
      expect([page, pages.data.map(({ status }) => status)]).toEqual([page, ["expired"]])
    })

  it("of which one was begun and never paid: that one cannot be paid any more", {
    tags: ["SUB-4"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const begun = await beginSubscription(ctx, { token: "pm_card_visa" })
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const paid = await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!)
    await syncSubscription(payoutAccounts.system(), paid.id)
    await keepOneSubscription(payoutAccounts.system(), { userId: market.sellerId })
    const [intent] = begun.clientSecret!.split("_secret_")
    await expect(
      payoutAccounts.sandbox.stripe.paymentIntents.confirm(intent!, { payment_method: "pm_card_visa" }),
    ).rejects.toMatchObject({ code: "payment_intent_unexpected_state" })
    expect([await paidFor(begun.id), await paidFor(paid.id)]).toEqual([0, 500])
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      stripeSubscriptionId: paid.id,
      canSell: true,
    })
  })

  it("both end when the seller cancels, and what the second cost goes back", {
    tags: ["SUB-4"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await subscribe(ctx, { token: "pm_card_visa" })
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const second = await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!)
    payoutAccounts.clock.advance({ seconds: 1 })
    await cancelSubscription(ctx)
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["canceled", "canceled"])
    expect([await paidFor(first.id), await paidFor(second.id)]).toEqual([500, 0])
    await keepOneSubscription(payoutAccounts.system(), { userId: market.sellerId })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "cancelled",
      canSell: false,
    })
  })

  it("are no two when the first has ended: its months stay paid", { tags: ["SUB-4"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await subscribe(ctx, { token: "pm_card_visa" })
    payoutAccounts.clock.advance({ seconds: 1 })
    await cancelSubscription(ctx)
    payoutAccounts.clock.advance({ seconds: 1 })
    const second = await subscribe(ctx, { token: "pm_card_visa" })
    await keepOneSubscription(payoutAccounts.system(), { userId: market.sellerId })
    expect([await paidFor(first.id), await paidFor(second.id)]).toEqual([500, 500])
    expect(await statusOf(second.id)).toBe("active")
  })
})
