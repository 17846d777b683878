import { beforeEach, it } from "vitest"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { eggsNearby } from "#tests/support/eggs-nearby.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signUp } from "./sign-up.ts"

/** See tests/e2e/http/first-visit.test.ts for the same without JavaScript. */
const server = useSharedServer()
const browser = useBrowser()
beforeEach(() => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/))

it("leads a phone from a zip over registering to a cart of two markets and its payment, with no page lost", {
  tags: ["GUARD-9", "HOME-16", "SEARCH-1", "CART-19"],
}, async () => {
  const { place, close, far } = await eggsNearby(server)
  const page = await browser.visit(server.url, { viewport: "phone" })
  await page.goto("/home")
  await page.getByLabel("Zip").fill(place.zip)
  await page.getByRole("button", { name: "Find markets" }).click()
  await expect(page.getByRole("heading", { name: `2 markets near ${place.zip}` })).toBeVisible()
  await page.getByRole("link", { name: `Check the market out: ${close.name}` }).click()
  await page.getByRole("link", { name: "Sign In" }).click()
  await page.getByRole("link", { name: "Register" }).click()
  await signUp(page, server, `first-${crypto.randomUUID().slice(0, 8)}@example.test`)

  // Opens the market that was pressed, and goes back to the markets near the ZIP.
  await expect(page.getByRole("heading", { name: close.name, level: 1 })).toBeVisible()
  await page.getByRole("link", { name: `Markets near ${place.zip}` }).click()
  await expect(page.getByRole("heading", { name: `2 markets near ${place.zip}` })).toBeVisible()
  await page.getByLabel("Products or markets").fill("eggs")
  await page.getByRole("button", { name: "Find markets" }).click()
  await page.getByRole("button", { name: "Add to the cart: Large Brown Eggs" }).click()
  await expect(page.getByText("1 in your cart")).toHaveCount(1)
  await page.getByRole("button", { name: "Add to the cart: Duck Eggs" }).click()
  await expect(page.getByText("1 in your cart")).toHaveCount(2)
  await page
    .getByRole("complementary", { name: "Your cart" })
    .getByRole("link", { name: "View cart" })
    .click()

  await page.waitForURL("**/shopping-cart")
  await hydrated(page)
  await page.getByLabel("Delivery or Pick up").selectOption("Pick up")
  for (const { name } of [close, far]) {
    const part = page.getByRole("region", { name })
    const times = part.getByLabel(`${name}, pickup`)
    await times.selectOption(await times.locator("optgroup option").nth(1).getAttribute("value"))
    await part.getByText("Add a note to the market").click()
    await part.getByLabel(`Note to ${name}`).fill(`Large ones, ${name}`)
  }
  expect(await pixelsTooWide(page)).toBe(0)
  await page.getByRole("button", { name: "Proceed Checkout" }).click()
  await page.waitForURL("**/pay")
  await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible()
  for (const { name } of [close, far]) await expect(page.getByText(`Large ones, ${name}`)).toBeVisible()
})
