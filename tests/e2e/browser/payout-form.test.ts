import type { Page } from "playwright"
import { describe, it } from "vitest"
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
})
