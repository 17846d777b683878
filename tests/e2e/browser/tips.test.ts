import { desc, eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { checkouts } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillCard, proceed, shopperWith, thanks, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const PHONE = { context: { viewport: { width: 375, height: 812 } } }

async function aCart() {
  const { melon } = await twoMarkets(server.database.db)
  const shopper = await shopperWith(server, browser, [{ productId: melon.id, quantity: 2 }], PHONE)
  await shopper.page.goto("/shopping-cart")
  await hydrated(shopper.page)
  return shopper
}

describe("a tip, on a phone", () => {
  it("saves itself in the cart, by touch and by keyboard, and shows in the estimate", {
    tags: ["TIP-1"],
  }, async () => {
    const { page } = await aCart()
    const estimate = page.getByRole("complementary", { name: "Your estimate" })
    const tips = page.getByRole("group", { name: "Tip" })
    await expect(tips).toBeHidden()
    await page.getByLabel("Delivery or Pick up").selectOption("Delivery")
    await expect(tips.getByRole("radio", { name: "No tip" })).toBeChecked()
    await tips.getByRole("radio", { name: "15% $3.70" }).check()
    await expect(estimate.getByText("Tip, 15%")).toBeVisible()
    await page.keyboard.press("ArrowRight")
    await expect(estimate.getByText("Tip, 20%")).toBeVisible()
    const amount = page.getByLabel("Tip in dollars")
    await expect(amount).toBeHidden()
    await page.keyboard.press("ArrowRight")
    await amount.fill("500")
    await amount.blur()
    await expect(page.getByText("At most $100.00 for each market.").last()).toBeVisible()
    await amount.fill("3.50")
    await amount.blur()
    await expect(estimate.getByText("$3.50")).toBeVisible()
    await page.reload()
    await expect(tips.getByRole("radio", { name: "Other amount" })).toBeChecked()
    await expect(amount).toHaveValue("3.50")
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it("changes on /pay while the typed card stays, and the new total is charged", {
    tags: ["TIP-3"],
  }, async () => {
    const { page, customer } = await aCart()
    await proceed(page, "Delivery")
    await hydrated(page)
    await fillCard(page)
    await page.getByText("Add a tip").click()
    await page.getByRole("radio", { name: "20% $4.94" }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole("button", { name: "Save tip" }).click()
    await expect(page.getByText("Tip, 20%")).toBeVisible()
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    await page.getByRole("button", { name: /^Pay Now \$33\.61$/ }).click()
    await thanks(page)
    const [paid] = await server.database.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.customerId, customer.userId))
      .orderBy(desc(checkouts.createdAt))
      .limit(1)
    expect(paid).toMatchObject({ status: "completed", tipCents: 494, totalCents: 3361 })
    await expect(page.getByText("Tip, 20%")).toBeVisible()
  })
})
