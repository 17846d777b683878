import { and, eq, isNotNull } from "drizzle-orm"
import { it } from "vitest"
import { cartMarkets, checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

async function aPhone() {
  const { db } = server.database
  const { stall, store, melon, shoes } = await twoMarkets(db)
  await aCalendar(db, stall)
  const wanted = [{ productId: melon.id }, { productId: shoes.id, size: "8" }]
  const shopper = await shopperWith(server, browser, wanted, { viewport: "phone" })
  await shopper.page.goto("/shopping-cart")
  return { ...shopper, stall, store, melon, shoes }
}

const noteOf = async (customerId: string) =>
  (
    await server.database.db
      .select({ note: cartMarkets.note })
      .from(cartMarkets)
      .where(and(eq(cartMarkets.customerId, customerId), isNotNull(cartMarkets.note)))
  )[0]?.note

const heldBy = (customerId: string) =>
  server.database.db
    .select({ quantity: checkoutLines.quantity, note: checkoutMarkets.note })
    .from(checkouts)
    .innerJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
    .innerJoin(checkoutMarkets, eq(checkoutMarkets.checkoutId, checkouts.id))
    .where(eq(checkouts.customerId, customerId))

it("shows a phone each market with its own parts, Clear Cart at the end, and the total with Proceed Checkout always", {
  tags: ["CART-19"],
}, async () => {
  const { page } = await aPhone()
  await hydrated(page)
  const proceed = page.getByRole("button", { name: "Proceed Checkout" })
  const clear = page.getByRole("link", { name: "Clear Cart" })
  await expect(proceed).toBeInViewport()
  await expect(clear).not.toBeInViewport()
  await page.getByLabel("Delivery or Pick up").selectOption("Pick up")
  await expect(page.getByLabel("Shoe Corner, pickup")).toHaveValue("")
  await page.getByText("Add a note to the market").first().click()
  await page.getByLabel("Note to Chelsea Stall").fill("Green ones")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await pixelsTooWide(page)).toBe(0)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole("button", { name: "Save note" }).first().click()
  await expect(page.getByText("“Green ones”")).toBeVisible()
  await clear.scrollIntoViewIfNeeded()
  await expect(proceed).toBeInViewport()
})

it("loses no quantity and no note when Proceed Checkout is pressed at once", {
  tags: ["CART-22"],
}, async () => {
  const { page, customer } = await aPhone()
  await hydrated(page)
  await page.getByLabel("Delivery or Pick up").selectOption("Pick up")
  await expect(page.getByLabel("Shoe Corner, pickup")).toHaveValue("")
  await page.getByText("Add a note to the market").first().click()
  await page.getByLabel("Note to Chelsea Stall").fill("Green ones")
  // Both in one task, so that the selector has no time to send a request.
  await page.evaluate(() => {
    const [quantity] = document.querySelectorAll<HTMLSelectElement>(".cart-quantity select")
    quantity!.value = "4"
    quantity!.dispatchEvent(new Event("change", { bubbles: true }))
    document.querySelector<HTMLButtonElement>("button[value=proceed]")!.click()
  })
  await page.waitForURL("**/pay")
  const held = await heldBy(customer.userId)
  expect(held.map(({ quantity }) => quantity)).toContain(4)
  expect(held.map(({ note }) => note)).toContain("Green ones")
})

it("saves a note and a wish by themselves, with the focus and the panel where they were", {
  tags: ["CART-20"],
}, async () => {
  const { page, customer } = await aPhone()
  await hydrated(page)
  await page.getByText("Add a note to the market").first().click()
  const note = page.getByLabel("Note to Chelsea Stall")
  const wish = page.getByLabel("If something is out at Chelsea Stall")
  await wish.focus()
  await wish.selectOption("Refund it")
  await expect(page.getByText("If something is out: refund it")).toBeVisible()
  await expect(wish).toBeFocused()
  // A pause in typing also saves the note: a reload does not blur the field.
  await note.pressSequentially("Green")
  await expect(page.getByText("“Green”")).toBeVisible()
  await expect(note).toBeFocused()
  await note.press("End")
  await note.pressSequentially(" ones")
  await expect(note).toHaveValue("Green ones")
  // Immediately, as a finger would: without a pause before the link.
  await page.getByRole("link", { name: "Keep shopping at Chelsea Stall" }).click()
  await page.waitForURL("**/market-info*")
  await expect.poll(() => noteOf(customer.userId)).toBe("Green ones")
  await page.goto("/shopping-cart")
  await hydrated(page)
  await expect(page.getByText("If something is out: refund it")).toBeVisible()
  // A full page load also saves the note, although it cancels the old document's requests.
  await page.route("**/shopping-cart.data*", () => {})
  await page.getByText("Note to the market").first().click()
  await note.fill("Red ones")
  await page.getByRole("link", { name: "Sugar melon" }).click()
  await page.waitForURL("**/view-product*")
  await expect.poll(() => noteOf(customer.userId)).toBe("Red ones")
})

it("goes on to Ship To while the delivery choice is still on its way", { tags: ["CART-22"] }, async () => {
  const { page } = await aPhone()
  await hydrated(page)
  const [left, chosen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The choice gets its response once the browser starts to leave the page, and the next page gets none before that.
  await page.route(/\.data|__manifest/, async (route) => {
    const { isChoice, isNext } = {
      isChoice: route.request().postData()?.includes("choose"),
      isNext: /ship-to|__manifest/.test(route.request().url()),
    }
    if (isChoice) await left.promise
    if (isNext) {
      left.resolve()
      await chosen.promise
    }
    await route.fulfill({ response: await route.fetch({ maxRedirects: 0 }) })
    if (isChoice) chosen.resolve()
  })
  await page.getByLabel("Delivery or Pick up").selectOption("Delivery")
  await page.getByRole("button", { name: "Proceed Checkout" }).click()
  await expect(page.getByLabel("Address", { exact: true })).toBeVisible()
})

it("puts back what was removed, what was cleared and what was saved, with one tap", {
  tags: ["CART-17", "CART-21"],
}, async () => {
  const { page } = await aPhone()
  await hydrated(page)
  await page.getByRole("button", { name: "Remove from the cart: Sugar melon" }).click()
  await expect(page.getByText("Sugar melon was removed from your cart.")).toBeVisible()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByRole("link", { name: "Sugar melon" })).toBeVisible()
  await page.getByRole("link", { name: "Clear Cart" }).click()
  await page.getByRole("button", { name: "Clear Cart" }).click()
  await expect(page.getByText("2 items were removed from your cart.")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByRole("link", { name: "Walking shoes" })).toBeVisible()
  await page.getByRole("button", { name: "Save for later: Walking shoes" }).click()
  const saved = page.getByRole("region", { name: "Saved for later" })
  await expect(saved).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Remove from saved: Walking shoes" }).click()
  await expect(page.getByText("Walking shoes was removed from your saved items.")).toBeInViewport()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(saved).toContainText("Walking shoes")
})
