import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { credentials, ledgerEntries, markets, payouts, transfers } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { fillBank, fillIdentity, fillPlanCard, onboard, press } from "./seller-steps.ts"

const server = useServer()
const browser = useBrowser()
const PASSWORD = "Pushcart#2026"

const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click()
const toast = (page: Page, text: string) =>
  expect(page.locator(".toast", { hasText: text }).first()).toBeVisible()

/** A confirmed and approved seller with a password, signed in. */
async function aSeller(facts: Parameters<typeof aMarket>[1] = {}, options: PageOptions = {}) {
  const market = await aMarket(server.database.db, { onboarded: null, subscription: "none", ...facts })
  await server.database.db.insert(credentials).values({
    userId: market.sellerId,
    accountId: market.sellerId,
    providerId: "credential",
    password: await passwords.hash(PASSWORD),
  })
  const { rows } = await server.database.pool.query("select email from users where id = $1", [
    market.sellerId,
  ])
  const email = String(rows[0].email)
  const page = await browser.visit(server.url, options)
  await page.goto("/market")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await press(page, "Login")
  await page.waitForURL("**/market-dashboard")
  return { market, email, page }
}

async function marketRow(id: string) {
  const [row] = await server.database.db.select().from(markets).where(eq(markets.id, id))
  return row!
}

const WAYS: { name: string; options: PageOptions }[] = [
  { name: "with JavaScript", options: {} },
  { name: "on a phone", options: { viewport: "phone" } },
]

for (const { name, options } of WAYS)
  describe(`an approved seller ${name}`, () => {
    it("onboards, subscribes, and may insert a product", async () => {
      const { market, email, page } = await aSeller({}, options)
      await expect(page.getByText("Must register for stripe to handle payments")).toBeVisible()
      const sent: string[] = []
      page.on("request", (request) => {
        if (!request.url().includes("/dev/stripe/")) sent.push(`${request.url()} ${request.postData() ?? ""}`)
      })
      await follow(page, "Register")
      await page.waitForURL("**/register-stripe")
      await press(page, "Next")
      await expect(page.locator(".field .error")).toHaveCount(2)
      await fillIdentity(page, "000000000")
      await expect(page.getByLabel("Social Security Number", { exact: true })).toHaveValue("000-00-0000")
      await expect(page.getByLabel("Social Security Number", { exact: true })).toHaveAttribute(
        "type",
        "password",
      )
      await press(page, "Next")
      await expect(page.getByText("Do you have website for your market?")).toBeVisible()
      await press(page, "Next")
      await expect(page.locator(".field .error")).toHaveText("Choose Yes or No.")
      await page.getByRole("radio", { name: "Yes" }).check()
      await page.getByLabel("Website").fill("greens.example.com")
      // A reload keeps what is nobody's secret, and nothing else.
      await page.reload()
      await expect(page.getByLabel("Social Security Number", { exact: true })).toHaveValue("")
      await fillIdentity(page, "000000000")
      await press(page, "Next")
      await expect(page.getByLabel("Website")).toHaveValue("greens.example.com")
      await press(page, "Next")
      await press(page, "Submit")
      await expect(page.locator(".field .error")).toHaveCount(5)
      await fillBank(page)
      await page.getByLabel("Payout Schedule").selectOption("monthly")
      await page.getByRole("checkbox").check()
      await press(page, "Back")
      await expect(page.getByLabel("Website")).toHaveValue("greens.example.com")
      await press(page, "Next")
      await expect(page.getByLabel("Account Number")).toHaveValue("000123456789")
      await press(page, "Submit")
      await page.waitForURL("**/thankyou")
      expect(sent.join("\n")).not.toMatch(/000-?00-?0000|000123456789|110000000|1990/)
      expect(await marketRow(market.id)).toMatchObject({
        onboarded: true,
        payoutSchedule: "monthly",
        website: "https://greens.example.com",
      })

      await follow(page, "Go to the dashboard")
      await expect(page.getByText("Subscribe to sell on this platform")).toBeVisible()
      await follow(page, "Subscribe")
      await page.waitForURL("**/register-subscription")
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email)
      await fillPlanCard(page, "4000 0000 0000 0002")
      await press(page, "Subscribe")
      await expect(page.getByText("To subscribe, agree to the monthly charge.").first()).toBeVisible()
      await page.getByLabel("I agree to get Monthly charged 5 dollars").check()
      await press(page, "Subscribe")
      await expect(page.getByText("Your card was declined.", { exact: false })).toBeVisible()
      await fillPlanCard(page, "4242 4242 4242 4242")
      await press(page, "Subscribe")
      await page.waitForURL("**/market-dashboard")
      await toast(page, "Thank you: your subscription has begun.")
      await expect(page.getByRole("link", { name: "Insert a Product" })).toBeVisible()
      await waitForLetter(server, { to: email, subject: "Your subscription has begun" })

      await follow(page, "Update Card Information")
      await page.waitForURL("**/updateCard")
      await fillPlanCard(page, "5555 5555 5555 4444")
      await press(page, "Update Card")
      await page.waitForURL("**/market-dashboard")
      await toast(page, "Your card is updated.")

      await follow(page, "Cancel Subscription")
      await expect(page.getByText("This takes effect at once.")).toBeVisible()
      await press(page, "Cancel Subscription")
      await page.waitForURL("**/market-dashboard")
      await expect(page.getByText("Subscribe to sell on this platform")).toBeVisible()
      expect(await marketRow(market.id)).toMatchObject({ subscription: "cancelled", canSell: false })
    })
  })

it("is rejected by Stripe, reads why, and repairs it with a document", async () => {
  const { market, email, page } = await aSeller()
  await page.goto("/register-stripe")
  await onboard(page, "111111111")
  await follow(page, "Go to the dashboard")
  await expect(page.getByText("You have been reject from stripe")).toBeVisible()
  await waitForLetter(server, { to: email, subject: "Stripe needs something more from you" })
  await follow(page, "Meet Requirement")
  await page.waitForURL("**/requirement")
  await press(page, "Submit")
  await toast(page, "Please enter details, Thank you!")
  await page.getByLabel(/^Picture of your passport/).setInputFiles(await aPhoto("passport.jpg"))
  await press(page, "Submit")
  await page.waitForURL("**/thankyou")
  expect(await marketRow(market.id)).toMatchObject({ onboarded: true, requirements: [] })
  await page.goto("/requirement")
  await expect(page.getByText("Nothing is missing")).toBeVisible()
  // Refused for good: the page says so, and asks for nothing that would not help.
  await refuse((await marketRow(market.id)).stripeAccountId!)
  await page.reload()
  await expect(page.getByText("has refused your account because it suspects fraud")).toBeVisible()
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0)
  await page.goto("/market-dashboard")
  await expect(page.getByRole("link", { name: "Meet Requirement" })).toBeVisible()
})

async function refuse(id: string) {
  const keys = JSON.parse(readFileSync(join(server.dataDir, "keys.json"), "utf8"))
  const answer = await fetch(`${server.sandboxUrl}/_sandbox/account`, {
    method: "POST",
    headers: { authorization: `Bearer sk_test_${String(keys.stripeWebhookSecret).slice(0, 24)}` },
    body: JSON.stringify({ id, reject: "fraud" }),
  })
  expect(answer.status).toBe(200)
}

it("is shown no payout form without JavaScript, only why", async () => {
  const seller = await aSeller({}, { javaScript: false })
  const courier = await browser.visit(server.url, { javaScript: false })
  await signIn(courier, server, (await aDeliverer(server.database.db)).actor)
  for (const [page, path] of [
    [seller.page, "/register-stripe"],
    [courier, "/stripe"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText("This form needs JavaScript")).toBeVisible()
    await expect(page.getByLabel("Social Security Number", { exact: true })).toBeHidden()
    await expect(page.getByLabel("Date of Birth")).toBeHidden()
    await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0)
  }
})

it("subscribes and changes the card without JavaScript, on the provider's own page", async () => {
  const { market, page } = await aSeller({ onboarded: true }, { javaScript: false })
  await page.goto("/register-stripe")
  await expect(page.getByText("This form needs JavaScript")).toBeVisible()
  await page.goto("/register-subscription")
  await page.getByLabel("I agree to get Monthly charged 5 dollars").check()
  await press(page, "Subscribe")
  await page.waitForURL("**/dev/stripe/c/pay/**")
  await payHosted(page)
  await page.waitForURL("**/market-dashboard")
  await toast(page, "Thank you: your subscription has begun.")
  expect(await marketRow(market.id)).toMatchObject({ subscription: "active" })
  await page.goto("/updateCard")
  await press(page, "Update Card")
  await page.waitForURL("**/dev/stripe/c/pay/**")
  await payHosted(page)
  await page.waitForURL("**/market-dashboard")
  await toast(page, "Your card is updated.")
})

async function payHosted(page: Page) {
  await page.getByLabel("Card number").fill("4242424242424242")
  await page.getByLabel("Expiry").fill("12/34")
  await page.getByLabel("CVC").fill("123")
  await page.locator("form button").first().click()
}

it("pays out once, however often Payout is clicked, and believes no Balance in the address", async () => {
  const { market, email, page } = await aSeller({ subscription: "active" })
  await page.goto("/register-stripe")
  await onboard(page, "000000000")
  const customer = await aCustomer(server.database.db)
  const product = await aProduct(server.database.db, market)
  const { id: orderId } = await anOrder(server.database.db, { customer, market, product })
  const { stripeAccountId } = await marketRow(market.id)
  await server.database.db.insert(transfers).values({
    orderId,
    party: "seller",
    userId: market.sellerId,
    amountCents: 356 as never,
    status: "sent",
    dueAt: new Date(),
    sentAt: new Date(),
    availableAt: new Date(),
  })
  await page.goto("/payout?Balance=99999")
  await expect(page.getByText("Your current balance")).toBeVisible()
  await expect(page.locator(".balance")).toHaveText("$3.56")
  const button = page.getByRole("button", { name: "Payout" })
  await button.evaluate((element: HTMLButtonElement) => {
    for (let click = 0; click < 10; click += 1) element.click()
  })
  await page.waitForURL("**/market-dashboard")
  const rows = await server.database.db.select().from(payouts).where(eq(payouts.userId, market.sellerId))
  expect(rows).toHaveLength(1)
  expect(stripeAccountId).toBeTruthy()
  // The sandbox has no such money: the bank's side refuses, and the balance has it again.
  await waitForLetter(server, { to: email, subject: "Your payout of $3.56 did not go through" })
  const entries = await server.database.db
    .select({ kind: ledgerEntries.kind })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.payoutId, rows[0]!.id))
  expect(entries.map(({ kind }) => kind).sort()).toEqual(["payout", "payout_returned"])
  await page.goto("/payout")
  await expect(page.locator(".balance")).toHaveText("$3.56")
  await expect(page.getByText("did not go through")).toBeVisible()
})

it("leads whom Stripe has asked nothing yet to Stripe, and lets nobody pay for a plan too early", async () => {
  const { page } = await aSeller({}, { javaScript: false })
  await page.goto("/requirement")
  await expect(page).toHaveURL(/\/register-stripe$/)
  await expect(page.locator(".toast", { hasText: "Connect with Stripe first" })).toBeVisible()
  for (const [facts, words] of [
    [{ approval: "waiting", onboarded: true }, "as soon as our team has approved"],
    [{ approval: "denied", denialReason: "No." }, "Your market was not approved"],
    [{ onboarded: null }, "as soon as Stripe has all"],
  ] as const) {
    const early = (await aSeller(facts, { javaScript: false })).page
    await early.goto("/register-subscription")
    await expect(early).toHaveURL(/\/market-dashboard$/)
    await expect(early.locator(".toast", { hasText: words })).toBeVisible()
  }
  const connected = { stripeAccountId: `acct_${crypto.randomUUID()}`, onboarded: true }
  const known = (await aSeller(connected, { javaScript: false })).page
  await known.goto("/register-stripe")
  await expect(known.getByText("You are connected already.")).toBeVisible()
})

it("turns away from every page of being paid whoever is no seller", async () => {
  const page = await browser.visit(server.url, { javaScript: false })
  for (const path of [
    "/market-dashboard",
    "/register-stripe",
    "/requirement",
    "/payout",
    "/updateCard",
    "/stripe",
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/Welcome$/)
  }
})
