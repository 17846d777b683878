import { eq } from "drizzle-orm"
import { it } from "vitest"
import { savedCards } from "#db/schema/index.ts"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillBilling, fillCard, proceed, shopperWith, thanks, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

const cardsOf = (userId: string) =>
  server.database.db.select().from(savedCards).where(eq(savedCards.customerId, userId))

it("a ticked card pays the next order with one tap, by keyboard too, and no field is typed", {
  tags: ["CARD-1", "CARD-3"],
}, async () => {
  const { melon } = await twoMarkets(server.database.db)
  const wanted = [{ productId: melon.id }]
  const { page, customer } = await shopperWith(server, browser, wanted, { viewport: "phone" })
  await proceed(page, "Pick up")
  const tick = page.getByLabel("Save this card for next time")
  await expect(tick).not.toBeChecked()
  await fillBilling(page)
  await fillCard(page)
  await tick.check()
  await page.getByRole("button", { name: "Pay Now" }).click()
  await thanks(page)
  expect(await cardsOf(customer.userId)).toMatchObject([{ brand: "visa", lastFour: "4242", removedAt: null }])
  await page.goto(`/view-product?product=${melon.id}`)
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL("**/market-info?market=*")
  await proceed(page, "Pick up")
  const saved = page.getByRole("radio", { name: /^Visa ending in 4242/ })
  await expect(saved).toBeChecked()
  await expect(page.getByLabel("Card number")).toBeHidden()
  expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
  await saved.focus()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByLabel("Card number")).toBeVisible()
  await page.keyboard.press("ArrowUp")
  await expect(page.getByLabel("Card number")).toBeHidden()
  await page.getByRole("button", { name: "Pay Now" }).dblclick()
  await thanks(page)
  expect(await cardsOf(customer.userId)).toHaveLength(1)
})
