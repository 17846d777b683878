import { describe, it } from "vitest"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillCard, proceed, shopperWith, thanks, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const PHONE = { context: { viewport: { width: 375, height: 812 } } }

async function atPay(choice: "Delivery" | "Pick up") {
  const { melon } = await twoMarkets(server.database.db)
  const { page } = await shopperWith(server, browser, [{ productId: melon.id }], PHONE)
  await proceed(page, choice)
  await hydrated(page)
  return { page, zip: page.getByLabel("Zip", { exact: true }), billing: page.locator("details.billing") }
}

describe("the payment page on a phone", { tags: ["PAY-95", "PAY-96"] }, () => {
  it("has Pay Now with the sum in view, and a known billing address as one line", async () => {
    const { page, zip, billing } = await atPay("Delivery")
    const payNow = page.getByRole("button", { name: /^Pay Now \$16\.33$/ })
    await expect(payNow).toBeInViewport({ ratio: 1 })
    await expect(billing.getByText("Same as delivery")).toBeVisible()
    await expect(zip).toBeHidden()
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    await fillCard(page)
    const cvc = (await page.getByLabel("CVC").boundingBox())!
    const bar = (await payNow.boundingBox())!
    expect(cvc.y + cvc.height).toBeLessThanOrEqual(bar.y)
    await payNow.click()
    await thanks(page)
  })

  it("opens the billing address on demand, and for an error in it, which takes the focus", async () => {
    const { page, zip, billing } = await atPay("Delivery")
    const line = billing.locator("summary")
    await line.press("Enter")
    await zip.fill("12")
    await line.press("Enter")
    await expect(zip).toBeHidden()
    await page.getByRole("button", { name: /^Pay Now/ }).click()
    await expect(page.getByRole("alert").first()).toBeFocused()
    await expect(zip).toBeVisible()
    await page.getByRole("alert").first().getByRole("link").click()
    await expect(zip).toBeFocused()
  })

  it("shows where a pickup is, with a link to a map", async () => {
    const { page } = await atPay("Pick up")
    const map = page.getByRole("link", { name: /on a map$/ })
    await expect(map).toBeInViewport()
    await expect(map).toHaveAttribute("href", /google\.com\/maps/)
  })
})
