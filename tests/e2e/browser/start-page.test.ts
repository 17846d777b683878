import { it } from "vitest"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useServer } from "#tests/support/server.ts"

const server = useServer()
const browser = useBrowser()

for (const viewport of Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[])
  it(`opens on a ${viewport} without a complaint of the browser`, async () => {
    const page = await browser.visit(server.url, { viewport })
    await page.goto("/")
    await expect(page).toHaveTitle(/Pushcart/)
  })

it("opens where scripts are blocked", async () => {
  const page = await browser.visit(server.url, { javaScript: false })
  await page.goto("/")
  await expect(page.locator("h1").first()).toBeVisible()
})
