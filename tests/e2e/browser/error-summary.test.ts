import type { Page } from "playwright"
import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPhoto, notAPhoto } from "#tests/support/images.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"
import { SELLER, walkSteps } from "#tests/support/wizard-steps.ts"
import { shopperWith, twoMarkets } from "./checkout-steps.ts"
import { expectSummary } from "./expect-summary.ts"
import { atStep, fillMarket, press } from "./seller-steps.ts"
import { fillRegistration } from "./sign-up.ts"

const server = useSharedServer()
const browser = useBrowser()

it("of a market's registration takes the focus each time, with a line for each hour and each picture", {
  tags: ["REG-11", "FORM-1"],
}, async () => {
  const grace = await visitor(server)
  const { path } = await walkSteps(grace, SELLER.slice(0, 2), `summary-${crypto.randomUUID()}@seller.test`)
  const page = await browser.visit(server.url)
  const cookies = [...grace.cookies].map(([name, value]) => ({ name, value, url: server.url }))
  await page.context().addCookies(cookies)
  await page.goto(path)
  await hydrated(page)
  await press(page, "Next")
  await expectSummary(page, [
    "Enter the market's name.",
    "Enter your phone number.",
    ...["Monday-Friday", "Saturday", "Sunday"].flatMap((day) => [
      `${day} opens: Choose an hour.`,
      `${day} closes: Choose an hour.`,
    ]),
  ])
  await fillMarket(page)
  await press(page, "Next")
  await atStep(page, 4)
  await press(page, "Submit")
  await expectSummary(page, [
    "Photo ID of the owner: Choose a photo.",
    "Photo of the market: Choose a photo.",
    "Certificate or license: Choose a photo.",
  ])
  await page.getByLabel("Photo ID of the owner").setInputFiles(await aPhoto("a.jpg"))
  await expect(page.getByText("We have a.jpg.")).toBeVisible()
  // Once a photo has arrived, neither its field nor the summary reports it missing.
  await expect(page.locator(".summary li")).toHaveCount(2)
  await expect(page.locator("main form .error:visible")).toHaveCount(2)
  await page.getByLabel("Photo of the market").setInputFiles(notAPhoto())
  await press(page, "Submit")
  await expectSummary(page, [
    "Photo of the market: This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF.",
    "Certificate or license: Choose a photo.",
  ])
})

describe("an edited field loses its mark, and the others keep theirs", { tags: ["FORM-7"] }, () => {
  const marked = (page: Page) => page.locator("main form .error:visible")
  const lines = (page: Page) => page.locator(".summary li")

  async function expectProblems(page: Page, count: number) {
    await expect(marked(page)).toHaveCount(count)
    await expect(lines(page)).toHaveCount(count)
  }

  it("on a customer's registration, where the summary takes the focus at each press", async () => {
    const page = await browser.visit(server.url)
    await page.goto("/login?tab=register")
    await hydrated(page)
    await press(page, "Register")
    await expectProblems(page, 6)
    await page.getByLabel("First Name").press("A")
    await expectProblems(page, 5)
    await expect(page.getByLabel("First Name")).toBeFocused()
    await expect(page.getByLabel("First Name")).not.toHaveAttribute("aria-invalid", "true")
    await expect(page.getByLabel("Last Name")).toHaveAttribute("aria-invalid", "true")
    for (const _press of [1, 2]) {
      await press(page, "Register")
      await expectProblems(page, 5)
      await expect(page.locator(".summary")).toBeFocused()
    }
  })

  it("on the delivery address", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page } = await shopperWith(server, browser, [{ productId: melon.id }])
    await page.goto("/ship-to")
    await hydrated(page)
    await press(page, "Submit")
    await expectProblems(page, 5)
    await page.getByLabel("City").press("B")
    await expectProblems(page, 4)
  })

  it("on the first step of a product", async () => {
    const { page } = await aSeller(server, browser)
    await page.goto("/add-product")
    await hydrated(page)
    await press(page, "Next")
    await expect(page.getByText("Enter a price.").first()).toBeVisible()
    const before = await marked(page).count()
    await page.getByLabel("Category").selectOption("Vegetables")
    await expectProblems(page, before - 1)
    await expect(page.getByLabel("Price", { exact: true })).toHaveAttribute("aria-invalid", "true")
  })
})

it("two different passwords get their toast at each press, and none while another field is edited", {
  tags: ["REG-3"],
}, async () => {
  const page = await browser.visit(server.url)
  await page.goto("/login?tab=register")
  await hydrated(page)
  await fillRegistration(page, "twice@example.test", { "Confirm Password": "Other#2026aa" })
  const toasts = page.locator(".toast", { hasText: "Passwords does not match, Thank you!" })
  for (const _press of [1, 2]) {
    await press(page, "Register")
    await expect(toasts).toHaveCount(1)
    await toasts.click()
    await expect(toasts).toHaveCount(0)
  }
  await page.getByLabel("First Name").press("A")
  await expect(page.locator("form#register .error", { hasText: "Passwords does not match" })).toBeVisible()
  await expect(toasts).toHaveCount(0)
})
