import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import {
  beginSubscription,
  finishSubscription,
  openSubscriptionPage,
  subscribe,
} from "#core/subscriptions/begin-subscription.server.ts"
import { cancelSubscription } from "#core/subscriptions/cancel-subscription.server.ts"
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts"
import { finishCardPage, openCardPage, updateCard } from "#core/subscriptions/update-card.server.ts"
import { orders, outbox } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()
const BACK = { successUrl: "http://x.test/ok?page={page}", cancelUrl: "http://x.test/no" }

const messages = async (userId: string) => {
  const rows = await payoutAccounts.database.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(and(eq(outbox.event, "plan.changed")))
  return rows
    .map(({ payload }) => payload as { userId: string; before: string; now: string })
    .filter((payload) => payload.userId === userId)
    .map(({ before, now }) => `${before} → ${now}`)
}

describe("subscribing", () => {
  it("opens the market once the first month is paid, for a token and for a payment method", {
    tags: ["SUB-1", "SUB-2"],
  }, async () => {
    for (const token of ["tok_visa", "pm_card_visa"]) {
      const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
      const begun = await beginSubscription(ctx, { token })
      expect(begun.clientSecret).toMatch(/_secret_/)
      expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
        subscription: "incomplete",
        canSell: false,
      })
      const [intent] = begun.clientSecret!.split("_secret_")
      await payoutAccounts.sandbox.stripe.paymentIntents.confirm(intent!, { payment_method: "pm_card_visa" })
      payoutAccounts.clock.advance({ seconds: 1 })
      await finishSubscription(ctx)
      expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
        subscription: "active",
        canSell: true,
      })
      const subscription = await payoutAccounts.sandbox.stripe.subscriptions.retrieve(begun.id)
      expect(subscription.items.data[0]!.price).toMatchObject({ unit_amount: 500, currency: "usd" })
    }
  })

  it("says why a card was rejected, and goes on with another one in the same plan", {
    tags: ["SUB-3"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    await expect(subscribe(ctx, { token: "pm_card_chargeCustomerFail" })).rejects.toMatchObject({
      code: "payment_failed",
      message: expect.stringContaining("declined"),
    })
    const { stripeSubscriptionId } = await payoutAccounts.marketRow(market.id)
    payoutAccounts.clock.advance({ seconds: 1 })
    await subscribe(ctx, { token: "tok_visa" })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "active",
      stripeSubscriptionId,
    })
  })

  it("begins again after the first month of an earlier plan was never paid", {
    tags: ["SUB-3"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await beginSubscription(ctx, { token: "pm_card_visa" })
    const { stripe } = payoutAccounts.sandbox
    const { data } = await stripe.invoices.list({ subscription: first.id })
    await stripe.invoices.voidInvoice(data[0]!.id!)
    expect((await stripe.subscriptions.retrieve(first.id)).status).toBe("incomplete_expired")
    payoutAccounts.clock.advance({ seconds: 1 })
    await subscribe(ctx, { token: "pm_card_visa" })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ subscription: "active", canSell: true })
  })

  it("is one plan, however many tabs begin it", { tags: ["SUB-4"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const subscriptions = await Promise.all(
      [1, 2, 3].map(() => beginSubscription(ctx, { token: "pm_card_visa" })),
    )
    expect(new Set(subscriptions.map(({ id }) => id)).size).toBe(1)
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const all = await payoutAccounts.sandbox.stripe.subscriptions.list({
      customer: stripeCustomerId!,
      status: "all",
    })
    expect(all.data).toHaveLength(1)
    await payoutAccounts.sandbox.stripe.invoices.pay(
      String((all.data[0]!.latest_invoice as { id: string }).id ?? all.data[0]!.latest_invoice),
    )
    payoutAccounts.clock.advance({ seconds: 1 })
    await finishSubscription(ctx)
    await expect(beginSubscription(ctx, { token: "pm_card_visa" })).rejects.toMatchObject({
      code: "illegal_move",
    })
  })

  it("is known at once to who had a plan before, by the form and by the provider's page", {
    tags: ["SUB-6"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await subscribe(ctx, { token: "pm_card_visa" })
    payoutAccounts.clock.advance({ seconds: 1 })
    await cancelSubscription(ctx)
    payoutAccounts.clock.advance({ seconds: 1 })
    const again = await beginSubscription(ctx, { token: "pm_card_visa" })
    expect(again.id).not.toBe(first.id)
    expect((await finishSubscription(ctx)).subscribed).toBe(false)
    const [intent] = again.clientSecret!.split("_secret_")
    await payoutAccounts.sandbox.stripe.paymentIntents.confirm(intent!, { payment_method: "pm_card_visa" })
    payoutAccounts.clock.advance({ seconds: 1 })
    expect(await finishSubscription(ctx)).toMatchObject({ subscribed: true, subscriptionId: again.id })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ subscription: "active", canSell: true })
  })

  it("is rejected, and nothing charged, while a plan would be of no use", { tags: ["SUB-5"] }, async () => {
    for (const [facts, words] of [
      [{ approval: "waiting", onboarded: true }, /as soon as our team has approved/],
      [{ approval: "denied", onboarded: true }, /until your market is approved/],
      [{ onboarded: null }, /as soon as Stripe has all/],
      [{ onboarded: false }, /as soon as Stripe has all/],
    ] as const) {
      const { market, ctx } = await payoutAccounts.aSeller(facts)
      const rejection = { code: "not_allowed", message: expect.stringMatching(words) }
      await expect(beginSubscription(ctx, { token: "pm_card_visa" })).rejects.toMatchObject(rejection)
      await expect(subscribe(ctx, { token: "tok_visa" })).rejects.toMatchObject(rejection)
      await expect(openSubscriptionPage(ctx, BACK)).rejects.toMatchObject(rejection)
      expect((await payoutAccounts.marketRow(market.id)).stripeCustomerId).toBeNull()
    }
  })

  it("has a page at the provider for browsers without JavaScript", { tags: ["SUB-10"] }, async () => {
    const { ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const url = await openSubscriptionPage(ctx, BACK)
    expect(url).toMatch(/\/c\/pay\//)
  })

  it("has one such page, opened in two tabs at the same instant, or again later", {
    tags: ["SUB-4"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    await beginSubscription(ctx, { token: "pm_card_visa" })
    const urls = await Promise.all([openSubscriptionPage(ctx, BACK), openSubscriptionPage(ctx, BACK)])
    urls.push(await openSubscriptionPage(ctx, BACK))
    expect(new Set(urls).size).toBe(1)
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const pages = await payoutAccounts.sandbox.stripe.checkout.sessions.list({ customer: stripeCustomerId! })
    expect(pages.data.map(({ status }) => status)).toEqual(["open"])
  })

  it("has a new page once the old one ran out, and none that leads elsewhere", {
    tags: ["SUB-10"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await openSubscriptionPage(ctx, BACK)
    const elsewhere = await openSubscriptionPage(ctx, { ...BACK, successUrl: "http://y.test/ok?page={page}" })
    const back = await openSubscriptionPage(ctx, BACK)
    expect(new Set([first, elsewhere, back]).size).toBe(3)
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const pages = await payoutAccounts.sandbox.stripe.checkout.sessions.list({ customer: stripeCustomerId! })
    expect(pages.data.map(({ status }) => status)).toEqual(["open", "expired", "expired"])
  })

  it("opens no page and begins nothing for who paid a moment ago, before any webhook told us", {
    tags: ["SUB-10"],
  }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    await openSubscriptionPage(ctx, BACK)
    const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
    const { id } = await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!)
    await expect(openSubscriptionPage(ctx, BACK)).rejects.toMatchObject({ code: "illegal_move" })
    await expect(beginSubscription(ctx, { token: "pm_card_visa" })).rejects.toMatchObject({
      code: "illegal_move",
    })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "active",
      stripeSubscriptionId: id,
    })
  })
})

describe("a plan that goes on", () => {
  it("fails, tells, and recovers with another card at once", { tags: ["SUB-8"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const { id } = await subscribe(ctx, { token: "pm_card_visa" })
    await payoutAccounts.sandbox.stripe.paymentMethods
      .attach("pm_card_chargeCustomerFail", {
        customer: (await payoutAccounts.marketRow(market.id)).stripeCustomerId!,
      })
      .then((card) =>
        payoutAccounts.sandbox.stripe.subscriptions.update(id, { default_payment_method: card.id }),
      )
    await payoutAccounts.sandbox.control("advance", { seconds: 32 * 86_400 })
    payoutAccounts.clock.advance({ seconds: 1 })
    await syncSubscription(payoutAccounts.system(), id)
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "past_due",
      canSell: true,
    })
    payoutAccounts.clock.advance({ seconds: 1 })
    await expect(updateCard(ctx, { token: "pm_card_chargeCustomerFail" })).rejects.toMatchObject({
      code: "payment_failed",
    })
    payoutAccounts.clock.advance({ seconds: 1 })
    await updateCard(ctx, { token: "pm_card_visa" })
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ subscription: "active" })
    expect((await messages(market.sellerId)).slice(-2)).toEqual(["active → past_due", "past_due → active"])
  })

  it("ends at once when cancelled, and can be begun again", { tags: ["SUB-9"] }, async () => {
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const first = await subscribe(ctx, { token: "pm_card_visa" })
    payoutAccounts.clock.advance({ seconds: 1 })
    await cancelSubscription(ctx)
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "cancelled",
      canSell: false,
    })
    expect((await payoutAccounts.sandbox.stripe.subscriptions.retrieve(first.id)).status).toBe("canceled")
    payoutAccounts.clock.advance({ seconds: 1 })
    const again = await subscribe(ctx, { token: "pm_card_visa" })
    expect(again.id).not.toBe(first.id)
    // The old subscription's late webhook does not change the new one.
    payoutAccounts.clock.advance({ seconds: 1 })
    await syncSubscription(payoutAccounts.system(), first.id)
    expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
      subscription: "active",
      stripeSubscriptionId: again.id,
    })
  })

  it("lets an open order be completed after it was cancelled, and sells nothing new", {
    tags: ["SALE-17"],
  }, async () => {
    const { db } = payoutAccounts.database
    const { market, ctx } = await payoutAccounts.aSeller({ onboarded: true })
    await subscribe(ctx, { token: "pm_card_visa" })
    const customer = await aCustomer(db)
    const product = await aProduct(db, market)
    const order = await anOrder(db, { customer, market, product })
    await cancelSubscription(ctx)
    await setPickupStatus(ctx, { orderId: order.id, status: "ready to pick up" })
    await setPickupStatus(ctx, { orderId: order.id, status: "picked up" })
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
    expect(row).toMatchObject({ status: "picked up", complete: true })
    const shopper = ctxFor(payoutAccounts.database, customer.actor, payoutAccounts.parts())
    await expect(addToCart(shopper, { productId: product.id, size: "", quantity: 1 })).rejects.toMatchObject({
      code: "market_closed",
    })
  })

  it("is nobody else's: another seller's plan changes nothing here", { tags: ["SUB-11"] }, async () => {
    const { ctx } = await payoutAccounts.aSeller({ onboarded: true })
    const { id } = await subscribe(ctx, { token: "pm_card_visa" })
    const other = await payoutAccounts.aSeller({ onboarded: true })
    await payoutAccounts.sandbox.stripe.subscriptions.update(id, {
      metadata: { user_id: other.market.sellerId },
    })
    await syncSubscription(payoutAccounts.system(), id)
    expect((await payoutAccounts.marketRow(other.market.id)).subscription).toBe("none")
  })

  it("nor does another seller's page at the provider, of a plan or of a card", {
    tags: ["SUB-11"],
  }, async () => {
    const [owner, stranger] = [
      await payoutAccounts.aSeller({ onboarded: true }),
      await payoutAccounts.aSeller({ onboarded: true }),
    ]
    await subscribe(stranger.ctx, { token: "pm_card_visa" })
    const subscriptionPage = await paidPage(await openSubscriptionPage(owner.ctx, BACK))
    payoutAccounts.clock.advance({ seconds: 1 })
    const before = await payoutAccounts.marketRow(stranger.market.id)
    await finishSubscription(stranger.ctx, { pageId: subscriptionPage })
    expect(await payoutAccounts.marketRow(stranger.market.id)).toMatchObject({
      stripeSubscriptionId: before.stripeSubscriptionId,
    })
    await finishSubscription(owner.ctx, { pageId: subscriptionPage })
    expect(await payoutAccounts.marketRow(owner.market.id)).toMatchObject({
      subscription: "active",
      canSell: true,
    })
    const cardPage = await paidPage(await openCardPage(owner.ctx, BACK))
    await expect(finishCardPage(stranger.ctx, { pageId: cardPage })).rejects.toMatchObject({
      code: "invalid",
    })
    await expect(finishCardPage(owner.ctx, { pageId: "" })).rejects.toMatchObject({
      code: "invalid",
      message: "No card was entered. Please try again.",
    })
    await finishCardPage(owner.ctx, { pageId: cardPage })
  })
})

/** Fills in the provider's page, as a browser without JavaScript does; returns the page's id. */
async function paidPage(url: string): Promise<string> {
  const id = url.split("/").at(-1)!
  const body = new URLSearchParams({
    number: "4242424242424242",
    expiry: "12 / 34",
    cvc: "123",
    email: "a@b.test",
  })
  const answer = await fetch(`${payoutAccounts.sandbox.base}/c/pay/${id}`, {
    method: "POST",
    body,
    redirect: "manual",
  })
  expect(answer.status).toBe(303)
  return id
}
