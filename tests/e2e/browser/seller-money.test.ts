import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { markets, users } from "#db/schema/index.ts"
import { accessibilityFaults } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { phonePhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { BAD_SSN, tokensFor } from "#tests/support/payout-accounts.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { fillBank, fillIdentity, fillSubscriptionCard, press } from "./seller-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click()
const toast = (page: Page, text: string) =>
  expect(page.locator(".toast", { hasText: text }).first()).toBeVisible()

/** An approved seller who has opened their dashboard. */
async function aSellerAtHome() {
  const { db } = server.database
  const market = await aMarket(db, { onboarded: null, subscription: "none" })
  const [user] = await db.select().from(users).where(eq(users.id, market.sellerId))
  const page = await browser.visit(server.url)
  await signIn(page, server, market.actor)
  await page.goto("/market-dashboard")
  return { market, email: user!.email, page }
}

async function marketRow(id: string) {
  const [row] = await server.database.db.select().from(markets).where(eq(markets.id, id))
  return row!
}

it("onboards, subscribes, and may insert a product", {
  tags: [
    "SELL-1",
    "SELL-7",
    "ONBOARD-1",
    "ONBOARD-2",
    "ONBOARD-4",
    "ONBOARD-6",
    "ONBOARD-8",
    "ONBOARD-9",
    "ONBOARD-10",
    "SUB-1",
    "SUB-3",
    "SUB-7",
    "SUB-9",
  ],
}, async () => {
  const { market, email, page } = await aSellerAtHome()
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
  const ssn = page.getByLabel("Social Security Number", { exact: true })
  await expect(ssn).toHaveValue("000-00-0000")
  await expect(ssn).toHaveAttribute("type", "password")
  await press(page, "Next")
  await expect(page.getByText("Do you have website for your market?")).toBeVisible()
  await press(page, "Next")
  await expect(page.locator(".field .error")).toHaveText("Choose Yes or No.")
  await page.getByRole("radio", { name: "Yes" }).check()
  await page.getByLabel("Website").fill("greens.example.com")
  // A reload restores only values that are not secret.
  await page.reload()
  await expect(ssn).toHaveValue("")
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
  await page.getByLabel("Card number").waitFor()
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page), colorScheme).toEqual([])
  }
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email)
  await fillSubscriptionCard(page, "4000 0000 0000 0002")
  await press(page, "Subscribe")
  await expect(page.getByText("To subscribe, agree to the monthly charge.").first()).toBeVisible()
  await page.getByLabel("I agree to get Monthly charged 5 dollars").check()
  await press(page, "Subscribe")
  await expect(page.getByText("Your card was declined.", { exact: false })).toBeVisible()
  await fillSubscriptionCard(page, "4242 4242 4242 4242")
  await press(page, "Subscribe")
  await page.waitForURL("**/market-dashboard")
  await toast(page, "Thank you. Your subscription has started.")
  await expect(page.getByRole("link", { name: "Insert a Product" })).toBeVisible()
  await waitForEmail(server, { to: email, subject: "Your subscription has started" })

  await follow(page, "Update Card Information")
  await page.waitForURL("**/updateCard")
  await fillSubscriptionCard(page, "5555 5555 5555 4444")
  await press(page, "Update Card")
  await page.waitForURL("**/market-dashboard")
  await toast(page, "Your card is updated.")
})

it("gives Stripe all that it lists, of an account that carries no mark of ours, until the card changes", {
  tags: ["ONBOARD-119", "ONBOARD-120"],
}, async () => {
  const { market, page } = await aSellerAtHome()
  const { stripe } = sandboxOf(server)
  const account = await stripe.accounts.create({
    country: "US",
    capabilities: { transfers: { requested: true } },
    business_profile: { mcc: "5411" },
  })
  await server.database.db
    .update(markets)
    .set({
      stripeAccountId: account.id,
      onboarded: false,
      requirements: account.requirements!.currently_due!,
    })
    .where(eq(markets.id, market.id))
  await page.goto("/market-dashboard")
  await expect(page.getByText("You have been reject from stripe")).toBeVisible()
  await expect(page.getByText("your website, or a description of what you sell")).toBeVisible()
  await follow(page, "Meet Requirement")
  await page.waitForURL("**/requirement")
  await fillIdentity(page, BAD_SSN)
  await press(page, "Next")
  await page.getByRole("radio", { name: "Yes" }).check()
  await page.getByLabel("Website").fill("greens.example.com")
  await press(page, "Next")
  await fillBank(page)
  await press(page, "Submit")
  await page.waitForURL("**/thankyou")
  // The number did not match, so the card now requires the document, and nothing else.
  await follow(page, "Go to the dashboard")
  await expect(
    page.getByText(/needs more information: a photo of your passport, driver's license or ID card\./),
  ).toBeVisible()
  await follow(page, "Meet Requirement")
  await page.getByLabel(/^Photo of your passport/).setInputFiles(await phonePhoto("passport.jpg"))
  await press(page, "Submit")
  await page.waitForURL("**/thankyou")
  await follow(page, "Go to the dashboard")
  await expect(page.getByText("Subscribe to sell on this platform")).toBeVisible()
})

it("is rejected by Stripe, reads why, and repairs it with a document", {
  tags: ["SELL-6", "ONBOARD-12", "ONBOARD-13", "ONBOARD-14"],
}, async () => {
  const { market, email, page } = await aSellerAtHome()
  const sandbox = sandboxOf(server)
  const tokens = await tokensFor(sandbox, { ssn: BAD_SSN })
  const details = { productDescription: "Vegetables", schedule: "weekly", agree: "on" }
  const connected = await page.request.post("/register-stripe", {
    form: { ...tokens, ...details },
    headers: { Origin: server.url },
  })
  expect(new URL(connected.url()).pathname).toBe("/thankyou")
  await page.goto("/market-dashboard")
  await expect(page.getByText("You have been reject from stripe")).toBeVisible()
  await waitForEmail(server, { to: email, subject: "Stripe needs more information from you" })
  await follow(page, "Meet Requirement")
  await page.waitForURL("**/requirement")
  await press(page, "Submit")
  await toast(page, "Please enter details, Thank you!")
  await page.getByLabel(/^Photo of your passport/).setInputFiles(await phonePhoto("passport.jpg"))
  await press(page, "Submit")
  await page.waitForURL("**/thankyou")
  const row = await marketRow(market.id)
  expect(row).toMatchObject({ onboarded: true, requirements: [] })
  await page.goto("/requirement")
  await expect(page.getByText("Nothing is missing")).toBeVisible()
  // A requirement that no page of the wizard covers is shown as what it is, not as a different one.
  await sandbox.requireOf(row.stripeAccountId!, ["individual.verification.additional_document"])
  await page.reload()
  await expect(page.getByText("Stripe also needs a second document, which shows your address")).toBeVisible()
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0)
  await sandbox.requireOf(row.stripeAccountId!, [])
  // Rejected permanently: the page reports this, and requires nothing that would not help.
  await sandbox.rejectAccount(row.stripeAccountId!)
  await page.reload()
  await expect(page.getByText("has rejected your account because it suspects fraud")).toBeVisible()
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0)
  await page.goto("/market-dashboard")
  await expect(page.getByRole("link", { name: "Meet Requirement" })).toBeVisible()
})
