import type { Page } from "playwright"
import { beforeAll, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { unsubscribePath } from "#core/notifications/unsubscribe.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { announceTerms } from "#core/terms/announce-terms.server.ts"
import { courierPositions } from "#db/schema/index.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { AUTH_SECRET } from "#tests/support/auth-secret.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"

const DAY = "2099-01-15"
/** Its own installation, because it announces the second terms. */
const server = useServer({ env: { TERMS_2_FROM: DAY } })
const browser = useBrowser()
const { aBaltimoreOrder } = inBaltimore(server, browser)

beforeAll(() =>
  announceTerms(systemCtx(server.database, { rates: { ...DEFAULT_RATES, secondTermsFrom: DAY } })),
)

/**
 * Checks a page in light and dark mode, on a phone and on a desktop, and that each pressed control is large enough for
 * a thumb.
 */
async function expectWell(page: Page, pressed: RegExp) {
  for (const size of ["phone", "desktop"] as const) {
    await page.setViewportSize(VIEWPORTS[size])
    expect([size, await pixelsTooWide(page)]).toEqual([size, 0])
    for (const button of await page.locator("main").getByRole("link", { name: pressed }).all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  expect(await accessibilityFaults(page)).toEqual([])
}

it("customer, seller and courier find large buttons to call and text", {
  tags: ["REACH-2", "A11Y-1"],
}, async () => {
  const { deliveryId, order, customer, market, offer } = await aBaltimoreOrder()
  await offer()
  const dora = await aCourier(server.database.db)
  await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
  for (const [actor, path, count] of [
    [customer.actor, `/order?OrderID=${order.id}`, 3],
    [market.actor, `/order-seller?OrderID=${order.id}`, 2],
    [dora.actor, "/deliveries", 2],
  ] as const) {
    const page = await browser.visit(server.url, { context: ON_THE_MAP })
    await signIn(page, server, actor)
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole("link", { name: /^(Call|Text) / })).toHaveCount(count)
    await expectWell(page, /^(Call|Text) /)
  }
})

it("a courier's position is told to nobody before they agree, and once they agreed it is", {
  tags: ["REACH-4"],
}, async () => {
  const { deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const dora = await aCourier(server.database.db)
  const ctx = ctxFor(server.database, dora.actor)
  await takeDelivery(ctx, deliveryId)
  await pickUpDelivery(ctx, deliveryId)
  const page = await browser.visit(server.url, { context: ON_THE_MAP })
  await signIn(page, server, dora.actor)
  const sent: string[] = []
  page.on("request", (request) => request.url().endsWith("/position") && sent.push(request.url()))
  await page.goto("/deliveries")
  await hydrated(page)
  await expect(page.getByText("To let your customer follow you on the map")).toBeVisible()
  // Once the panel shows the distance, the page has a position for the route.
  await expect(page.getByRole("button", { name: "Allow Location Access" })).toBeHidden()
  expect(sent).toEqual([])
  await page.getByRole("button", { name: "I agree" }).click()
  await expect(page.getByText("To let your customer follow you on the map")).toBeHidden()
  await expect.poll(() => server.database.db.$count(courierPositions)).toBe(1)
})

it("the notice of new terms, both versions and the page that stops emails read well", {
  tags: ["REACH-3", "REACH-5", "A11Y-1"],
}, async () => {
  const { actor } = await aCustomer(server.database.db)
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  const footers = emailFooters({ secret: AUTH_SECRET, postalAddress: "" })
  for (const path of [
    "/customer-dashboard",
    "/terms",
    "/terms?version=1",
    unsubscribePath(footers, { ...actor, kind: "orderSteps" }),
  ]) {
    await page.goto(path)
    await expectWell(page, /^$/)
  }
  await page.getByRole("button", { name: "Stop these emails" }).click()
  await expect(page.getByText("Done. We'll no longer email you about “Order steps”.")).toBeVisible()
  await page.goto("/customer-dashboard")
  await hydrated(page)
  await page.getByRole("button", { name: "I agree" }).click()
  await expect(page.getByText("You agreed to the second version of our terms.")).toBeVisible()
  await expect(page.getByRole("complementary", { name: "New terms" })).toHaveCount(0)
})
