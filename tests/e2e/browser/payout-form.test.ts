import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { sessions } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { expectSummary } from "./expect-summary.ts"
import { fillBank, fillIdentity, press } from "./seller-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

async function atPayoutForm(): Promise<Page> {
  const { actor } = await aMarket(server.database.db, { onboarded: null, subscription: "none" })
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  return page
}

describe("the payout form", () => {
  it("has its summary in focus after each press, with a line for each field of the step", {
    tags: ["FORM-1"],
  }, async () => {
    const page = await atPayoutForm()
    await page.goto("/register-stripe")
    for (const _ of ["first", "again"]) {
      await press(page, "Next")
      await expectSummary(page, [
        "Enter your date of birth as MM/DD/YYYY.",
        "Enter the nine digits of your Social Security number, like 123-45-6789.",
      ])
    }
    await page.locator(".summary").getByRole("link").first().click()
    await expect(page.getByLabel("Date of Birth")).toBeFocused()
    await fillIdentity(page, "000000000")
    await expect(page.locator(".summary")).toHaveCount(0)
    await press(page, "Next")
    await press(page, "Next")
    await expectSummary(page, ["Choose Yes or No."])
    await page.getByRole("radio", { name: "Yes" }).check()
    await page.getByLabel("Website").fill("greens.example.com")
    await press(page, "Next")
    await press(page, "Submit")
    await expectSummary(page, [
      "Enter the account number: 4 to 17 digits.",
      "Enter the nine-digit routing number.",
      "Enter the account holder's name.",
      "Choose a payout schedule.",
      "To be paid, agree to Stripe's privacy policy and terms.",
    ])
    await fillBank(page)
    await press(page, "Submit")
    await expectSummary(page, [
      "Choose a payout schedule.",
      "To be paid, agree to Stripe's privacy policy and terms.",
    ])
  })

  it("takes what is pasted with blanks, hyphens and signs that nobody sees, and sends Stripe the digits", {
    tags: ["ONBOARD-79"],
  }, async () => {
    const page = await atPayoutForm()
    await page.goto("/register-stripe")
    const sent: string[] = []
    page.on("request", (request) => {
      if (/\/dev\/stripe\/.*tokens/.test(request.url())) sent.push(request.postData() ?? "")
    })
    await page.getByLabel("Date of Birth").fill("\u00a001 / 02 / 1990")
    await expect(page.getByLabel("Or pick the day")).toHaveValue("1990-01-02")
    const ssn = page.getByLabel("Social Security Number", { exact: true })
    await ssn.fill("\u202a 000 - 00 - 0000\u202c")
    await expect(ssn).toHaveValue("000-00-0000")
    await press(page, "Next")
    await page.getByRole("radio", { name: "No" }).check()
    await page.getByLabel("What you be selling").fill("Vegetables")
    await press(page, "Next")
    await page.getByLabel("Account Number").fill("0001 2345\u00a06789\u200b")
    await page.getByLabel("Routing Number").fill(" 110 000\u2011000")
    await page.getByLabel("Account Name Holder").fill(" Sam\u200b Seller ")
    await page.getByLabel("Payout Schedule").selectOption("weekly")
    await page.getByRole("checkbox").check()
    await press(page, "Submit")
    await page.waitForURL("**/thankyou")
    const told = sent.map((body) => Object.fromEntries(new URLSearchParams(body)))
    expect(Object.assign({}, ...told)).toMatchObject({
      "account[individual][id_number]": "000000000",
      "account[individual][dob][year]": "1990",
      "bank_account[account_number]": "000123456789",
      "bank_account[routing_number]": "110000000",
      "bank_account[account_holder_name]": "Sam Seller",
    })
  })

  it("keeps what was typed into it before it was hydrated, and sends it nowhere", {
    tags: ["ONBOARD-10", "ONBOARD-16"],
  }, async () => {
    const page = await atPayoutForm()
    const release = await holdReact(page)
    await page.goto("/register-stripe")
    const sent: string[] = []
    page.on("request", (request) => {
      if (request.resourceType() !== "script") sent.push(`${request.url()} ${request.postData() ?? ""}`)
    })
    await fillIdentity(page, "000000000")
    await page.getByLabel("Social Security Number", { exact: true }).press("Enter")
    await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled()
    await release()
    await press(page, "Next")
    await expect(page.getByText("Do you have website for your market?")).toBeVisible()
    expect(sent.join("\n")).not.toMatch(/register-stripe|000-?00-?0000|1990/)
  })

  it("shows again what was sent after the session ended, but no identity and no bank account, which no cookie has", {
    tags: ["GUARD-11", "ONBOARD-10"],
  }, async () => {
    const { actor } = await aMarket(server.database.db, { onboarded: null, subscription: "none" })
    const page = await browser.visit(server.url)
    await signIn(page, server, actor)
    await page.goto("/register-stripe")
    await fillIdentity(page, "000000000")
    await press(page, "Next")
    await page.getByRole("radio", { name: "No" }).check()
    await page.getByLabel("What you be selling").fill("Leeks, pulled at dawn")
    await press(page, "Next")
    await fillBank(page)
    await page.getByLabel("Payout Schedule").selectOption("weekly")
    await page.getByRole("checkbox").check()
    await server.database.db.delete(sessions).where(eq(sessions.userId, actor.userId))
    await press(page, "Submit")
    await page.waitForURL("**/Welcome?**")
    await expect(page.getByText("You were signed out before this was saved.")).toBeVisible()
    const stored = (await page.context().cookies()).find(({ name }) => name === "typed")!.value
    const kept = Buffer.from(decodeURIComponent(stored), "base64url").toString()
    expect(kept).toContain("Leeks, pulled at dawn")
    expect(kept).not.toMatch(/ct_|btok_|0000000|1234|110000|1990/)

    await signIn(page, server, actor)
    await page.goto("/register-stripe")
    await expect(page.getByLabel("Social Security Number", { exact: true })).toHaveValue("")
    await fillIdentity(page, "000000000")
    await press(page, "Next")
    await expect(page.getByLabel("What you be selling")).toHaveValue("Leeks, pulled at dawn")
    await press(page, "Next")
    await expect(page.getByLabel("Payout Schedule")).toHaveValue("weekly")
    await expect(page.getByLabel("Account Number")).toHaveValue("")
    await expect(page.getByRole("checkbox")).not.toBeChecked()
  })
})
