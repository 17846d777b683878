import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { subscription } from "#core/emails/money/subscription.server.tsx"
import { type OutboxJob, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { openSubscriptionPage, subscribe } from "#core/subscriptions/begin-subscription.server.ts"
import { keepOneSubscription } from "#core/subscriptions/keep-one-subscription.server.ts"
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts"
import { markets } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()
const BACK = { successUrl: "http://x.test/ok?page={page}", cancelUrl: "http://x.test/no" }

type Seller = Awaited<ReturnType<typeof payoutAccounts.aSeller>>

async function decide({ market }: Seller, approve: boolean): Promise<string[]> {
  const admin = await anAdmin(payoutAccounts.database.db)
  const decision = approve ? { approve } : { approve, reason: "No permit." }
  const ctx = ctxFor(payoutAccounts.database, admin.actor, payoutAccounts.parts())
  await queueEvents(payoutAccounts.database.db, 1_000, async () => {})
  await decideApplicant(
    ctx,
    { role: "seller", userId: market.sellerId, ...decision } as Parameters<typeof decideApplicant>[1],
    { approval: approve ? "denied" : "approved" },
  )
  const jobs: OutboxJob[] = []
  await queueEvents(payoutAccounts.database.db, 1_000, async (more) => void jobs.push(...more))
  return jobs.map(({ name }) => name)
}
const statusOf = async (subscriptionId: string) =>
  (await payoutAccounts.sandbox.stripe.subscriptions.retrieve(subscriptionId)).status
const spent = async (customer: string) => {
  const { data } = await payoutAccounts.sandbox.stripe.charges.list({ customer })
  return data.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0)
}

it("ends the plan of a seller who is denied, and keeps it ended", { tags: ["SUB-12"] }, async () => {
  const seller = await payoutAccounts.aSeller({ onboarded: true })
  const { market } = seller
  const subscription = await subscribe(seller.ctx, { token: "pm_card_visa" })
  payoutAccounts.clock.advance({ seconds: 1 })
  expect(await decide(seller, false)).toEqual(["send-decision-email", "keep-one-plan"])
  for (let time = 0; time < 2; time++)
    await keepOneSubscription(payoutAccounts.system(), { userId: market.sellerId })
  expect(await statusOf(subscription.id)).toBe("canceled")
  expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
    subscription: "cancelled",
    canSell: false,
  })
  const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
  expect(await spent(stripeCustomerId!)).toBe(500)
  expect(await decide(seller, true)).toEqual(["send-decision-email"])
})

it("leaves the plan of who is approved again before the job comes", { tags: ["SUB-13"] }, async () => {
  const seller = await payoutAccounts.aSeller({ onboarded: true })
  const subscription = await subscribe(seller.ctx, { token: "pm_card_visa" })
  payoutAccounts.clock.advance({ seconds: 1 })
  await decide(seller, false)
  await decide(seller, true)
  await keepOneSubscription(payoutAccounts.system(), { userId: seller.market.sellerId })
  expect(await statusOf(subscription.id)).toBe("active")
})

it("gives back what was paid on a page that was open still when the market was denied", {
  tags: ["SUB-12"],
}, async () => {
  const seller = await payoutAccounts.aSeller({ onboarded: true })
  const { market } = seller
  await openSubscriptionPage(seller.ctx, BACK)
  const { stripeCustomerId } = await payoutAccounts.marketRow(market.id)
  await decide(seller, false)
  const subscription = await payoutAccounts.aPaidSubscription(market.sellerId, stripeCustomerId!)
  payoutAccounts.clock.advance({ seconds: 1 })
  // The provider's webhook arrives before the job runs.
  await syncSubscription(payoutAccounts.system(), subscription.id)
  for (let time = 0; time < 2; time++)
    await keepOneSubscription(payoutAccounts.system(), { userId: market.sellerId })
  expect(await statusOf(subscription.id)).toBe("canceled")
  expect(await spent(stripeCustomerId!)).toBe(0)
  expect(await payoutAccounts.marketRow(market.id)).toMatchObject({
    subscription: "cancelled",
    canSell: false,
  })
  // The provider's webhook arrives late.
  await syncSubscription(payoutAccounts.system(), subscription.id)
  expect(await payoutAccounts.marketRow(market.id)).toMatchObject({ subscription: "cancelled" })
})

it("tells a denied seller why the plan ended, and asks nobody to subscribe again", {
  tags: ["SUB-12"],
}, async () => {
  const { market } = await payoutAccounts.aSeller({ onboarded: true })
  const sent: string[] = []
  const mail = { siteUrl: "http://x.test", send: async ({ text }: { text: string }) => void sent.push(text) }
  const system = payoutAccounts.system()
  const ctx = { ...system, ports: { ...system.ports, mail } }
  const textFor = async (approval: "approved" | "denied") => {
    await payoutAccounts.database.db.update(markets).set({ approval }).where(eq(markets.id, market.id))
    const change = { userId: market.sellerId, before: "active", now: "cancelled" }
    await subscription.send(ctx, change, approval)
    return sent.at(-1)
  }
  const denied = await textFor("denied")
  expect(denied).toContain("Your application was denied, so we ended your subscription")
  expect(denied).not.toContain("register-subscription")
  expect(await textFor("approved")).toContain("register-subscription")
})
