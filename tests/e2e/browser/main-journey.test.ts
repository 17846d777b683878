import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { payWith, proceed, putIntoCart, thanks, twoMarkets } from "./checkout-steps.ts"
import { signUp } from "./sign-up.ts"

/**
 * The main job, as a newcomer does it: sign up, confirm from the mailbox, sign in, search a zip, fill a cart from two
 * markets, pay, and see the order move without reloading. tests/e2e/http/main-journey.test.ts does the same without
 * JavaScript.
 */
const server = useSharedServer()
const browser = useBrowser()

it("a newcomer goes from signing up to an order that moves before their eyes", {
  tags: ["ORDER-13"],
}, async () => {
  const place = await aPlace(server)
  const { stall, melon, shoes } = await twoMarkets(server.database.db, place)
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.test`
  const page = await browser.visit(server.url, {
    viewport: "phone",
    context: { reducedMotion: "no-preference" },
  })
  await page.goto("/login?tab=register")
  await signUp(page, server, email)
  await page.waitForURL("**/home")
  await putIntoCart(page, "Chelsea Stall", melon.name, undefined, place.zip)
  await putIntoCart(page, "Shoe Corner", shoes.name, "8.5", place.zip)
  await proceed(page, "Delivery", { City: place.city, State: place.state, Zip: place.zip })
  await payWith(page)
  await thanks(page)
  await waitForEmail(server, { to: email, subject: /order/i })

  await page.goto("/customer-orders")
  await expect(page.getByRole("link", { name: /^View Order/ })).toHaveCount(2)
  await page.getByRole("listitem").filter({ hasText: "Chelsea Stall" }).getByRole("link").click()
  await expect(page.getByText(melon.name)).toBeVisible()
  await page.getByRole("link", { name: "Follow this order" }).click()
  await page.waitForURL("**/order?OrderID=*")
  const orderId = new URL(page.url()).searchParams.get("OrderID")!

  // Placing two orders has sent two notifications.
  const unseen = page.locator('[data-badge="unseen"]').first()
  await expect(unseen).toHaveText("2")
  const seller = await browser.visit(server.url)
  await signIn(seller, server, stall.actor)
  await seller.goto(`/update-shipping?OrderDetails=${orderId}&title=1`)
  await expect(seller.getByText("Do you have somebody to deliver the order?")).toBeVisible()
  await seller.getByRole("button", { name: "Yes" }).click()
  await expect(page.locator(".status-now")).toHaveText("The market is packing your order")
  await expect(unseen).toHaveText("3")
  await page.getByRole("button", { name: /Notifications/ }).click()
  await page.getByRole("button", { name: "See Order" }).first().click()
  await page.waitForURL(`**/order?OrderID=${orderId}`)
  await expect(unseen).toHaveText("2")
})
