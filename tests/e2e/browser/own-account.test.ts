import { readFileSync } from "node:fs"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"

const server = useServer()
const browser = useBrowser()

describe("one's own account", () => {
  it.each([true, false])(
    "is taken along as a file, and deleted for good (JavaScript: %s)",
    async (javaScript) => {
      const { actor, email } = await aCustomer(server.database.db)
      const page = await browser.visit(server.url, { javaScript, viewport: "phone" })
      await signIn(page, server, actor)
      await page.goto("/customer-dashboard")
      await page.getByRole("link", { name: "Your data and account" }).click()
      await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible()
      await download(page, "Wrong#20266")
      await expect(page.getByText("This is not your password.").first()).toBeVisible()
      if (javaScript) expect(await accessibilityFaults(page)).toEqual([])
      const [file] = await Promise.all([page.waitForEvent("download"), download(page, PASSWORD)])
      expect(file.suggestedFilename()).toMatch(/^pushcart-account-\d{4}-\d\d-\d\d\.json$/)
      expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({ account: { email } })
      await page.goto("/account/delete")
      if (javaScript) {
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await pixelsTooWide(page)).toBe(0)
      }
      for (const words of [
        "What goes, at once and for good",
        "What stays, and why",
        "bookkeeping law asks for years",
      ])
        await expect(page.getByText(words, { exact: false }).first()).toBeVisible()
      await page.getByLabel("Your password", { exact: true }).fill(PASSWORD)
      await page.getByRole("button", { name: "Delete my account" }).click()
      await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible()
      await waitForLetter(server, { to: email, subject: "Your Pushcart account is deleted" })
      await page.goto("/customer-dashboard")
      await page.waitForURL("**/Welcome")
    },
  )

  it("stays while an order of the market is open, and says so", async () => {
    const { db } = server.database
    const market = await aMarket(db)
    await anOrder(db, { customer: await aCustomer(db), market, product: await aProduct(db, market) })
    const page = await browser.visit(server.url)
    await signIn(page, server, market.actor)
    await page.goto("/account/delete")
    await expect(page.getByText("1 order at your market is not finished yet.")).toBeVisible()
    await expect(page.getByText("$3.56 of your sales is still pending")).toBeVisible()
    await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0)
  })
})

async function download(page: Page, password: string): Promise<void> {
  await page.getByLabel("Your password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Download my data" }).click()
}
