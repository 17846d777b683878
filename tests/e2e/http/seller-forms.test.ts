import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { payouts, transfers } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSeller(facts: Facts = {}) {
  const market = await aMarket(server.database.db, facts)
  return { market, seller: await visitor(server, market.actor) }
}

type Facts = Parameters<typeof aMarket>[1]
const account = () => ({ stripeAccountId: `acct_${crypto.randomUUID()}` })
const DOCUMENT = "individual.verification.document"

/** A seller's facts, the text on their dashboard, and the target of its button. */
const CARDS: [Facts, string, string | null][] = [
  [{}, "Insert a Product", "/add-product"],
  [{ approval: "waiting", ...account() }, "Waiting for approval to sell", null],
  [{ approval: "waiting", ...account() }, "Most people hear from us within two days.", null],
  [
    { approval: "denied", denialReason: "The permit ran out in May." },
    "The permit ran out in May.",
    "/apply-again",
  ],
  [
    { onboarded: false, requirements: [DOCUMENT], subscription: "none", ...account() },
    "You have been reject from stripe",
    "/requirement",
  ],
  [
    { onboarded: false, requirements: ["rejected.fraud"], ...account() },
    "You have been reject from stripe",
    "/requirement",
  ],
  [
    { onboarded: null, subscription: "none" },
    "Must register for stripe to handle payments",
    "/register-stripe",
  ],
  [{ subscription: "none", ...account() }, "Subscribe to sell on this platform", "/register-subscription"],
  [
    { subscription: "cancelled", ...account() },
    "Subscribe to sell on this platform",
    "/register-subscription",
  ],
  [{ onboarded: false, ...account() }, "Please Wait, Come back later further updates", null],
  [{ onboarded: false, ...account() }, "Stripe is reviewing what you sent.", null],
  [
    { onboarded: false, requirements: [DOCUMENT], ...account() },
    "needs more information: a photo of your passport, driver's license or ID card.",
    "/requirement",
  ],
]

describe("the dashboard", () => {
  it("says where the seller stands and what to do next, a denial with its reason", {
    tags: ["SELL-4", "SELL-5", "SELL-6", "SELL-7", "SELL-8", "SELL-9", "SELL-11"],
  }, async () => {
    for (const [facts, says, leads] of CARDS) {
      const { seller } = await aSeller(facts)
      const dashboard = await seller.open("/market-dashboard")
      const card = dashboard.get("region", "Status")
      expect([facts, card.textContent?.includes(says)]).toEqual([facts, true])
      const [link] = dashboard.all("link", undefined, card)
      expect([facts, link?.getAttribute("href") ?? null]).toEqual([facts, leads])
    }
  })
})

describe("a payout without JavaScript", () => {
  it("is one, however often the form is sent, and says how much", {
    tags: ["PAYOUT-1", "PAYOUT-2"],
  }, async () => {
    const { market, seller } = await aSeller({ stripeAccountId: "acct_none" })
    const { db } = server.database
    const order = await anOrder(db, {
      customer: await aCustomer(db),
      market,
      product: await aProduct(db, market),
    })
    const now = new Date()
    await db.insert(transfers).values({
      orderId: order.id,
      party: "seller" as const,
      userId: market.sellerId,
      amountCents: cents(360),
      status: "sent" as const,
      dueAt: now,
      sentAt: now,
      availableAt: now,
    })
    const page = await seller.open("/payout?Balance=99999")
    expect(page.text).toContain("$3.60")
    const answers = await Promise.all(Array.from({ length: 10 }, () => page.press("Payout")))
    expect(new Set(answers.map(({ path }) => path))).toEqual(new Set(["/market-dashboard"]))
    expect(await db.select().from(payouts).where(eq(payouts.userId, market.sellerId))).toHaveLength(1)
  })
})

describe("signing out", () => {
  it("leads to the sellers' own page on the second click too", { tags: ["ACCT-18"] }, async () => {
    const { seller } = await aSeller()
    const dashboard = await seller.open("/market-dashboard")
    const out = () => dashboard.send({ role: "seller" })
    expect((await out()).path).toBe("/market")
    expect((await seller.open("/market-dashboard")).path).toMatch(/^\/Welcome\?/)
    expect((await out()).path).toBe("/market")
  })
})
