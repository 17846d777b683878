import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { ledgerEntries, markets, payouts, transfers, users } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { tokensFor } from "#tests/support/payout-accounts.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const { db } = server.database
  const market = await aMarket(db, { onboarded: null, subscription: "none", ...facts })
  const [user] = await db.select().from(users).where(eq(users.id, market.sellerId))
  return { market, email: user!.email, seller: await visitor(server, market.actor) }
}

async function marketRow(id: string) {
  const [row] = await server.database.db.select().from(markets).where(eq(markets.id, id))
  return row!
}

it("is shown no payout form without JavaScript, only why", { tags: ["ONBOARD-17"] }, async () => {
  const { seller } = await aSeller()
  const courier = await visitor(server, (await aCourier(server.database.db)).actor)
  for (const page of [await seller.open("/register-stripe"), await courier.open("/stripe")]) {
    expect(page.text).toContain("This form needs JavaScript")
    // The style sheet shows the form only if scripts run, because without them it could not be sent.
    const form = page.field("Social Security Number").form!
    expect([...form.classList]).toContain("js-only")
    expect(page.get("button", "Next").hasAttribute("disabled")).toBe(true)
  }
})

it("subscribes, changes the card and cancels without JavaScript, on the provider's own page", {
  tags: ["SUB-10"],
}, async () => {
  const { market, email, seller } = await aSeller({ onboarded: true })
  const form = await seller.open("/register-subscription")
  expect(form.field("Email").value).toBe(email)
  const unsure = await form.press("Subscribe")
  expect(unsure.errorAt("agree")).toBe("To subscribe, agree to the monthly charge.")
  const hosted = await unsure.press("Subscribe", { "I agree to get Monthly charged 5 dollars": true })
  const begun = await payHosted(hosted)
  expect(begun.path).toBe("/market-dashboard")
  expect(begun.text).toContain("Thank you. Your subscription has started.")
  expect(await marketRow(market.id)).toMatchObject({ subscription: "active" })
  const updated = await payHosted(await (await seller.open("/updateCard")).press("Update Card"))
  expect(updated.path).toBe("/market-dashboard")
  expect(updated.text).toContain("Your card is updated.")
  const asked = await updated.follow("Cancel Subscription")
  expect(asked.text).toContain("This takes effect right away.")
  const cancelled = await asked.press("Cancel Subscription")
  expect(cancelled.path).toBe("/market-dashboard")
  expect(cancelled.text).toContain("Subscribe to sell on this platform")
  expect(await marketRow(market.id)).toMatchObject({ subscription: "cancelled", canSell: false })
})

function payHosted(page: HtmlPage): Promise<HtmlPage> {
  expect(page.path).toMatch(/^\/dev\/stripe\/c\/pay\//)
  return page.press(/^(Subscribe|Save)/, {
    "Card number": "4242424242424242",
    Expiry: "12/34",
    CVC: "123",
  })
}

it("reads a payout that the bank rejects, and believes no Balance in the address", {
  tags: ["PAYOUT-1", "PAYOUT-2", "PAYOUT-4"],
}, async () => {
  const { db } = server.database
  const { market, email, seller } = await aSeller({ subscription: "active" })
  const tokens = await tokensFor(sandboxOf(server))
  const details = { productDescription: "Vegetables", schedule: "weekly", agree: "on" }
  expect((await seller.post("/register-stripe", { ...tokens, ...details })).path).toBe("/thankyou")
  const customer = await aCustomer(db)
  const product = await aProduct(db, market)
  const { id: orderId } = await anOrder(db, { customer, market, product })
  await db.insert(transfers).values({
    orderId,
    party: "seller",
    userId: market.sellerId,
    amountCents: cents(360),
    status: "sent",
    dueAt: new Date(),
    sentAt: new Date(),
    availableAt: new Date(),
  })
  const page = await seller.open("/payout?Balance=99999")
  expect(page.text).toContain("Your current balance")
  expect(page.document.querySelector(".balance")?.textContent).toBe("$3.60")
  expect((await page.press("Payout")).path).toBe("/market-dashboard")
  const [payout] = await db.select().from(payouts).where(eq(payouts.userId, market.sellerId))
  // The sandbox does not have this amount: the bank rejects the payout, and the amount returns to the balance.
  await waitForEmail(server, { to: email, subject: "Your payout of $3.60 didn't go through" })
  const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.payoutId, payout!.id))
  expect(entries.map(({ kind }) => kind).sort()).toEqual(["payout", "payout_returned"])
  const after = await seller.open("/payout")
  expect(after.document.querySelector(".balance")?.textContent).toBe("$3.60")
  expect(after.text).toContain("didn't go through")
})

it("leads whom Stripe has asked nothing yet to Stripe, and lets nobody pay for a plan too early", {
  tags: ["ONBOARD-15", "SUB-5"],
}, async () => {
  const { seller } = await aSeller()
  const unconnected = await seller.open("/requirement")
  expect(unconnected.path).toBe("/register-stripe")
  expect(unconnected.text).toContain("Connect with Stripe first")
  for (const [facts, words] of [
    [{ approval: "waiting", onboarded: true }, "as soon as our team has approved"],
    [{ approval: "denied", denialReason: "No." }, "until your market is approved"],
    [{ onboarded: null }, "as soon as Stripe has all"],
  ] as const) {
    const early = await (await aSeller(facts)).seller.open("/register-subscription")
    expect(early.path).toBe("/market-dashboard")
    expect(early.get("list", "Messages").textContent).toContain(words)
  }
  const connected = await aSeller({ stripeAccountId: `acct_${crypto.randomUUID()}`, onboarded: true })
  expect((await connected.seller.open("/register-stripe")).text).toContain("You're already connected.")
})

it("turns away from every page of being paid whoever is no seller", { tags: ["GUARD-5"] }, async () => {
  const stranger = await visitor(server)
  for (const path of [
    "/market-dashboard",
    "/register-stripe",
    "/requirement",
    "/payout",
    "/updateCard",
    "/stripe",
  ])
    expect([path, (await stranger.open(path)).path]).toEqual([path, expect.stringMatching(/^\/Welcome\?/)])
})
