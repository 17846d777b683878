import { readFileSync } from "node:fs"
import type { Page } from "playwright"
import { it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD, signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

it("is downloaded as a file, and deleted, on a phone", { tags: ["PRIV-1", "PRIV-6"] }, async () => {
  const { db } = server.database
  const { actor, email, userId } = await aCustomer(db)
  await givePassword(db, userId)
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, actor)
  await page.goto("/account")
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD)
  const button = page.getByRole("button", { name: "Download my data" })
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
  expect(file.suggestedFilename()).toMatch(/^pushcart-account-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({ account: { email } })
  await expectUsable(page)
  await page.goto("/account/delete")
  await expectUsable(page)
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Delete my account" }).click()
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible()
})

it("says on a phone what prevents the deletion of an account", { tags: ["PRIV-2"] }, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  await anOrder(db, { customer: await aCustomer(db), market, product: await aProduct(db, market) })
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, market.actor)
  await page.goto("/account/delete")
  await expect(page.getByText("1 order at your market isn't finished yet.")).toBeVisible()
  await expectUsable(page)
})

async function expectUsable(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)
}
