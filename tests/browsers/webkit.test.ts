import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { deliveries } from "#db/schema/index.ts"
import { ordersInBaltimore } from "#tests/support/baltimore.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aCustomerWith, twoMarkets } from "#tests/support/factories/carts.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"
import { SELLER, walkSteps } from "#tests/support/wizard-steps.ts"
import { useWebkit, type WebkitWindow } from "./webkit.ts"

const server = useSharedServer()
const { aBaltimoreOrder } = ordersInBaltimore(server)
const openWindow = useWebkit(server)

const eventually = { timeout: 20_000, interval: 100 }
const hydrated = (window: WebkitWindow) =>
  expect
    .poll(() => window.evaluate(() => "hydrated" in document.documentElement.dataset), eventually)
    .toBe(true)

it("sends a courier's photo from a private window", async () => {
  const { db } = server.database
  const { deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await aCourier(db)
  const ctx = ctxFor(server.database, courier.actor)
  await takeDelivery(ctx, deliveryId)
  await pickUpDelivery(ctx, deliveryId)
  const photo = join(tmpdir(), "door.jpg")
  writeFileSync(photo, (await aPhoto()).buffer)

  const window = await openWindow(await sessionCookies(server, courier.actor))
  await window.goto("/deliveries")
  await hydrated(window)
  await window.type("[name=photo]", photo)
  await window.click("button[value=deliver]")
  const arrival = async () =>
    (await db.select().from(deliveries).where(eq(deliveries.id, deliveryId)))[0]?.deliveredAt
  await expect.poll(arrival, eventually).toBeInstanceOf(Date)
})

it("shows the cart as it is after Back, not as it was", async () => {
  const { melon } = await twoMarkets(server.database.db)
  const { customer } = await aCustomerWith(server.database.db, [{ productId: melon.id, quantity: 2 }])
  const window = await openWindow(await sessionCookies(server, customer.actor))
  await window.goto("/shopping-cart")
  await hydrated(window)
  await window.goto(`/view-product?product=${melon.id}`)
  await hydrated(window)
  await window.click("form .btn[type=submit], form button.btn")
  await expect.poll(() => window.evaluate(() => location.pathname), eventually).toBe("/market-info")
  await window.back()
  await window.back()
  await expect.poll(() => window.evaluate(() => location.pathname), eventually).toBe("/shopping-cart")
  await expect
    .poll(
      () => window.evaluate(() => document.querySelector<HTMLSelectElement>(".cart-quantity select")?.value),
      eventually,
    )
    .toBe("3")
})

it("takes Next right after Back in a market's registration", async () => {
  const grace = await visitor(server)
  await walkSteps(grace, SELLER, `grace-${crypto.randomUUID()}@seller.test`)
  const window = await openWindow([...grace.cookies].map(([name, value]) => ({ name, value })))
  await window.goto("/market?tab=register&step=4")
  await hydrated(window)
  await window.click("button[value=back]")
  // WebKit shows the new step's URL while the old step's button still says "One moment…" and cannot be pressed.
  const step3 = () =>
    window.evaluate(
      () => location.search.includes("step=3") && document.querySelector(".wizard-buttons .btn")?.textContent,
    )
  await expect.poll(step3, { ...eventually, interval: 10 }).toBe("Next")
  await window.click(".wizard-buttons .btn")
  await expect.poll(() => window.evaluate(() => location.search), eventually).toContain("step=4")
})
