import { it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

it("offers the times of the choice, and carries the chosen one to the payment", {
  tags: ["CAL-6"],
}, async () => {
  const { db } = server.database
  const { stall, melon } = await twoMarkets(db)
  await aCalendar(db, stall)
  const { page } = await shopperWith(server, browser, [{ productId: melon.id }], { viewport: "phone" })
  await page.goto("/shopping-cart")
  await hydrated(page)
  await page.getByLabel("Delivery or Pick up").selectOption("Delivery")
  await expect(page.getByLabel("Chelsea Stall, delivery")).toHaveValue("")
  await page.getByLabel("Delivery or Pick up").selectOption("Pick up")
  const times = page.getByLabel("Chelsea Stall, pickup")
  await expect(times).toHaveValue("")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)

  const third = times.locator("optgroup option").nth(2)
  const [value, label] = [(await third.getAttribute("value"))!, (await third.textContent())!]
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST")
  await times.selectOption(value)
  await saved
  await page.reload()
  await expect(times).toHaveValue(value)
  await page.getByRole("button", { name: "Proceed Checkout" }).click()
  await page.waitForURL("**/pay")
  // The cart says "Today"; the payment page shows the date.
  await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible()
  const hours = label.slice(label.indexOf(", ") + 2).replace(/^\w+ \d+, /, "")
  await expect(page.getByText(hours)).toBeVisible()
})
