import { eq } from "drizzle-orm"
import { it } from "vitest"
import { cartLines, sessions } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

it("leads to the welcome page whoever was signed out elsewhere and buys on, and says what becomes of it", {
  tags: ["ACCT-25", "GUARD-11"],
}, async () => {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db), { name: "Honey" })
  const { page, customer } = await shopperWith(server, browser, [])
  await page.goto(`/view-product?product=${product.id}`)
  await hydrated(page)
  await db.delete(sessions).where(eq(sessions.userId, customer.userId))
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await expect(page).toHaveURL(/\/Welcome\?next=%2Fview-product/)
  await expect(page.getByText("You were signed out before this was added to your cart.")).toBeVisible()
  expect(await db.select().from(cartLines).where(eq(cartLines.customerId, customer.userId))).toEqual([])
})
