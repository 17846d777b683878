import { it } from "vitest"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

it("opens on a phone, a tablet and a desktop without a complaint of the browser, and a menu on a phone", {
  tags: ["HOME-1", "NAV-2", "WEAK-15"],
}, async () => {
  const page = await browser.visit(server.url)
  for (const size of [VIEWPORTS.desktop, VIEWPORTS.tablet, VIEWPORTS.phone]) {
    await page.setViewportSize(size)
    await page.goto("/")
    await expect(page).toHaveTitle(/Pushcart/)
  }
  await page.locator("summary", { hasText: "Menu" }).click()
  for (const label of ["Home", "About", "FAQ"])
    await expect(page.locator(".menu-list").getByRole("link", { name: label })).toBeVisible()
})

it("shows nothing of a customer any more who signed out and goes back", { tags: ["ACCT-20"] }, async () => {
  const { page } = await shopperWith(server, browser, [])
  await page.goto("/Welcome")
  await page.waitForURL("**/customer-dashboard")
  await page.locator("summary", { hasText: "Your menu" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL("**/login")
  await page.goBack()
  await expect(page).toHaveURL(/\/Welcome\?next=/)
})
