import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { payouts, transfers } from "#db/schema/index.ts"
import { type aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aSeller } from "#tests/support/plain-seller.ts"
import { useServer } from "#tests/support/server.ts"

/** No browser: these are the server's rules, and what it answers to a form that is sent without JavaScript. */
const server = useServer()

type Facts = Parameters<typeof aMarket>[1]
const account = () => ({ stripeAccountId: `acct_${crypto.randomUUID()}` })
const DOCUMENT = "individual.verification.document"

/** Facts of a seller; what their dashboard says (section 4), and where its button leads. */
const CARDS: [Facts, string, string | null][] = [
  [{}, "Insert a Product", "/add-product"],
  [{ approval: "waiting", ...account() }, "Waiting for approval to sell", null],
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
]

describe("the dashboard", () => {
  it("says where the seller stands and what to do next, a denial with its reason", async () => {
    for (const [facts, says, leads] of CARDS) {
      const { visitor } = await aSeller(server, facts)
      const { html } = await visitor.open("/market-dashboard")
      const card = html.slice(html.indexOf('aria-label="Status"'), html.indexOf('class="dashboard"'))
      expect([facts, card.includes(says)]).toEqual([facts, true])
      expect([facts, /href="([^"]+)"/.exec(card)?.[1] ?? null]).toEqual([facts, leads])
    }
  })
})

describe("a payout without JavaScript", () => {
  it("is one, however often the form is sent, and says how much", async () => {
    const { market, visitor } = await aSeller(server, { stripeAccountId: "acct_none" })
    const { db } = server.database
    const order = await anOrder(db, {
      customer: await aCustomer(db),
      market,
      product: await aProduct(db, market),
    })
    const now = new Date()
    await db.insert(transfers).values({
      ...{ orderId: order.id, party: "seller" as const, userId: market.sellerId, amountCents: cents(356) },
      ...{ status: "sent" as const, dueAt: now, sentAt: now, availableAt: now },
    })
    const page = await visitor.open("/payout?Balance=99999")
    expect(page.html).toContain("$3.56")
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.send(page, {})))
    expect(new Set(answers.map(({ path }) => path))).toEqual(new Set(["/market-dashboard"]))
    expect(await db.select().from(payouts).where(eq(payouts.userId, market.sellerId))).toHaveLength(1)
  })
})

describe("signing out", () => {
  it("leads to the sellers' own page on the second click too", async () => {
    const { visitor } = await aSeller(server)
    const dashboard = await visitor.open("/market-dashboard")
    const out = () => visitor.send(dashboard, { role: "seller" })
    expect((await out()).path).toBe("/market")
    expect((await visitor.open("/market-dashboard")).path).toBe("/Welcome")
    expect((await out()).path).toBe("/market")
  })
})

describe("a form that another site sends", () => {
  it("is refused in words, changes nothing and is logged in one line", async () => {
    const { visitor } = await aSeller(server)
    for (const from of ["https://evil.example", "null"]) {
      const refused = await visitor.post("/logout", { role: "seller" }, { Origin: from })
      expect([refused.status, refused.html.includes("This form came from another site")]).toEqual([403, true])
    }
    expect((await visitor.open("/market-dashboard")).path).toBe("/market-dashboard")
    const lines = server.output().split("\n")
    expect(lines.filter((line) => line.includes("form.from_another_site"))).toHaveLength(2)
    expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([])
  })
})
