import { expect as expectValue, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { type DatabaseDoor, databaseDoor } from "#tests/support/database-door.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

let door: DatabaseDoor
const server = useServer({
  async reachDatabase(url) {
    door = await databaseDoor(url)
    return door.url
  },
})
const browser = useBrowser()

it("says that the database is gone on a first page and inside of one, and lets people go on afterwards", {
  tags: ["OPS-8"],
}, async () => {
  const { db } = server.database
  await aMarket(db, { name: "Harbor Stalls" })
  browser.expectProblem(/^503 for/)
  const page = await browser.visit(server.url)
  await signIn(page, server, (await aCustomer(db)).actor)
  await door.shut()
  expectValue((await page.goto("/home"))?.status()).toBe(503)
  await expect(page.getByRole("heading", { name: BROKEN_WORDS.title })).toBeVisible()
  await expect(page.getByText(BROKEN_WORDS.text)).toBeVisible()
  await door.open()
  await page.getByRole("link", { name: "See the markets" }).click()
  await expect(page.getByText("Harbor Stalls").first()).toBeVisible()

  await page.goto("/customer-dashboard")
  await hydrated(page)
  await door.shut()
  await page.getByRole("link", { name: /cart/i }).first().click()
  await expect(page.getByRole("heading", { name: BROKEN_WORDS.title })).toBeVisible()
  await expect(page.getByText("503", { exact: true })).toBeVisible()
  await door.open()
  await page.getByRole("link", { name: "See the markets" }).click()
  await expect(page.getByText("Harbor Stalls").first()).toBeVisible()
})
