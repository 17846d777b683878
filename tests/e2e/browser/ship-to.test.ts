import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { variants } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillShipTo, shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

describe("a notice about the order, far above the button, is on the screen with the focus", {
  tags: ["SHIP-7"],
}, () => {
  const small = { context: { viewport: { width: 375, height: 667 } } }
  const BALTIMORE = { lat: 39.2881, lng: -76.5378 }
  const pickUp = (page: Page) => page.getByRole("button", { name: "Pick up instead" })

  async function atShipTo(place: typeof BALTIMORE | undefined, options: PageOptions) {
    const { melon } = await twoMarkets(server.database.db, place)
    const wanted = [{ productId: melon.id, quantity: 3 }]
    const { page } = await shopperWith(server, browser, wanted, options)
    await page.goto("/shopping-cart")
    await page.getByLabel("Delivery or Pick up").selectOption({ label: "Delivery" })
    await page.getByRole("button", { name: "Proceed Checkout" }).click()
    await page.waitForURL("**/ship-to")
    return { page, melon }
  }

  async function expectShown(page: Page, text: string) {
    const notice = page.locator(".notice", { hasText: text })
    await expect(notice).toBeFocused()
    await expect(notice).toBeInViewport({ ratio: 1 })
  }

  it("on a phone, each time the address is too far away", async () => {
    const { page } = await atShipTo(BALTIMORE, small)
    await hydrated(page)
    await fillShipTo(page)
    await expectShown(page, "miles away and delivers up to 25 miles")
    await page.getByLabel("City").fill("Brooklyn")
    await page.getByRole("button", { name: "Submit" }).click()
    await expect(page.getByRole("button", { name: "Submit" })).not.toHaveAttribute("aria-disabled")
    await expectShown(page, "miles away and delivers up to 25 miles")
    await page.keyboard.press("Tab")
    await expect(pickUp(page)).toBeFocused()
  })

  it("without JavaScript", async () => {
    const { page } = await atShipTo(BALTIMORE, { ...small, javaScript: false })
    await fillShipTo(page)
    await expectShown(page, "miles away and delivers up to 25 miles")
  })

  it("is asked about an address without a number once", { tags: ["SHIP-10"] }, async () => {
    const { page } = await atShipTo(undefined, small)
    await hydrated(page)
    const none = page.getByLabel("This address has no number")
    await fillShipTo(page, { Address: "Old Mill Farm" })
    await expect(page.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(/has no number/)
    await none.check()
    await page.getByRole("button", { name: "Submit" }).click()
    await page.waitForURL("**/pay")
  })

  it("where the cart lost a product meanwhile", async () => {
    const { page, melon } = await atShipTo(undefined, {})
    await hydrated(page)
    await server.database.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, melon.id))
    await fillShipTo(page)
    await expectShown(page, "Sugar melon")
  })
})
