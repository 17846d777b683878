import { eq } from "drizzle-orm"
import { it } from "vitest"
import { refunds } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

it.each(["phone", "desktop"] as const)(
  "an admin refunds a line in part, on a %s",
  {
    tags: ["REFUND-11"],
  },
  async (viewport) => {
    const { db } = server.database
    const market = await aMarket(db, { name: "Apple Row" })
    const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
    const order = await anOrder(db, { customer: await aCustomer(db), market, product, quantity: 3 })
    const page = await browser.visit(server.url, { viewport })
    await signIn(page, server, (await anAdmin(db, "Ines")).actor)
    await page.goto(`/admin-orders?order=${order.number}`)
    await hydrated(page)
    await page.getByRole("button", { name: "Review" }).click()
    await expect(page.getByText("Choose a reason.").first()).toBeVisible()
    await page.getByLabel("How many of Sugar melon").selectOption("2")
    await page.getByLabel("Arrived broken").check()
    await page.getByLabel("Add a sentence").fill("Two split on the way.")
    await page.getByRole("radio", { name: "Pushcart" }).check()
    await page.getByRole("button", { name: "Review" }).click()
    const review = page.getByRole("region", { name: "This refund" })
    await expect(review).toContainText("2 × Sugar melon")
    await expect(review).toBeFocused()
    await expect(review.getByRole("button", { name: /^Refund \$/ })).toBeInViewport()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await pixelsTooWide(page)).toBe(0)
    await review.getByRole("button", { name: /^Refund \$/ }).click()
    await expect(page.getByRole("region", { name: "Refund 1" })).toContainText("Arrived broken")
    expect(new URL(page.url()).search).toBe(`?order=${order.number}`)
    await expect(page.getByLabel("How many of Sugar melon")).toHaveValue("0")
    await expect(page.getByLabel("Arrived broken")).not.toBeChecked()
    await expect(page.getByLabel("Add a sentence")).toHaveValue("")
    await expect(page.getByRole("radio", { name: "Apple Row" })).toBeChecked()
    // The review page was replaced in the history, so going back cannot send the same refund again.
    await page.goBack()
    await expect(page.getByRole("button", { name: /^Refund \$/ })).toHaveCount(0)
    const made = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(made).toMatchObject([{ itemsCents: 900 }])
  },
)

it("without JavaScript the review has the focus and is in sight", { tags: ["NOJS-7"] }, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = await anOrder(db, { customer: await aCustomer(db), market, product, quantity: 3 })
  const page = await browser.visit(server.url, { viewport: "phone", javaScript: false })
  await signIn(page, server, (await anAdmin(db, "Ines")).actor)
  await page.goto(`/admin-orders?order=${order.number}`)
  await page.getByLabel("How many of Sugar melon").selectOption("2")
  await page.getByLabel("Arrived broken").check()
  await page.getByRole("button", { name: "Review" }).click()
  const review = page.getByRole("region", { name: "This refund" })
  await expect(review).toBeFocused()
  await expect(review.getByRole("button", { name: /^Refund \$/ })).toBeInViewport()
})
