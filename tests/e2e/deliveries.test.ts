import { eq } from "drizzle-orm"
import { expect } from "playwright/test"
import sharp from "sharp"
import { describe, it } from "vitest"
import { courierPositions, users } from "#db/schema/index.ts"
import { aDeliverer } from "#tests/factories/people.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { at, bigPhoto, inBaltimore, ON_THE_MAP, ROUTE } from "./deliveries-setup.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, signedIn, courierPage, takenByAnother } = inBaltimore(server, browser)

it("brings an order from the market to the door, and customer, seller and courier each see every step at once", async () => {
  const { market, customer, order, deliveryId } = await aBaltimoreOrder()
  const buyer = await signedIn(customer.actor)
  await buyer.goto(`/order?OrderID=${order.id}`)
  const seller = await signedIn(market.actor)
  await seller.goto(`/update-shipping?OrderDetails=${order.id}&title=1`)
  const courier = await courierPage()
  await expect(courier.getByText("No delivery is waiting within 25 miles.")).toBeVisible()
  await expect(courier.locator("html")).toHaveAttribute("data-live", "live")

  await seller.getByRole("button", { name: "No", exact: true }).click()
  await expect(courier.getByRole("alert")).toContainText(`A new delivery waits at ${market.name}`)
  await courier.getByRole("button", { name: "New Order" }).click()
  const window = courier.locator(".maplibregl-popup")
  await expect(window).toContainText(market.name)
  await expect(window).toContainText("400 W Lexington St, Baltimore, MD 21201")
  await expect(window).toContainText("212-555-0134")
  await expect(window).toContainText(`Order ${order.number}`)
  await expect(window).toContainText("$3.99")
  await expect(courier.locator("body")).not.toContainText("600 E Pratt St")

  await courier.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(courier.getByRole("button", { name: "Allow Location Access" })).toBeHidden()
  await window.getByRole("button", { name: /^Show the route/ }).click()
  await expect(courier.getByText("to the market").first()).toBeVisible()
  await window.getByRole("button", { name: `Take order ${order.number}` }).click()
  await expect(courier.getByRole("heading", { name: `Order ${order.number}` })).toBeVisible()
  await expect(buyer.locator(".status-now")).toHaveText("taken")
  await expect(seller.locator(".status-now")).toHaveText("taken")
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()
  await expect(courier.getByText("estimate", { exact: true })).toBeVisible()
  await expect(courier.locator(".route-steps")).toHaveCount(0)

  await courier.getByRole("button", { name: "Pick up" }).click()
  await expect(courier.getByText("600 E Pratt St")).toBeVisible()
  await expect(buyer.locator(".status-now")).toHaveText("picked up")
  await expect(seller.locator(".status-now")).toHaveText("picked up")
  await expect(buyer.getByRole("heading", { name: "Your courier is on the way" })).toBeVisible()
  const toGo = buyer.getByText(/At your door in about/)
  await expect(toGo).toContainText("1.1 miles to go")
  for (const place of ROUTE.slice(1)) await courier.context().setGeolocation(at(place))
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()
  await expect(toGo).toContainText("0 miles to go", { timeout: 8_000 })

  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByText("Choose a photo of the delivered order.")).toBeVisible()
  await courier.getByLabel("Photo of the delivered order").setInputFiles(await bigPhoto())
  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
  await expect(buyer.locator(".status-now")).toHaveText("delivered")
  await expect(seller.locator(".status-now")).toHaveText("delivered")
  await expect(buyer.getByAltText("Your order at your door")).toBeVisible()
  await expect(buyer.getByText("Your courier is on the way")).toBeHidden()
  await courier.goto("/express-dashboard")
  await expect(courier.getByText("Pending Total$3.99")).toBeVisible()
  const { db } = server.database
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, market.userId))
  for (const subject of ["a courier is coming", "picked up by the courier", "delivered"])
    await waitForLetter(server, { to: owner!.email, subject })
  expect(await db.select().from(courierPositions).where(eq(courierPositions.deliveryId, deliveryId))).toEqual(
    [],
  )
}, 90_000)

for (const { name, options } of [
  { name: "without JavaScript", options: { javaScript: false } satisfies PageOptions },
  {
    name: "without JavaScript on a phone",
    options: { javaScript: false, viewport: "phone" } satisfies PageOptions,
  },
])
  describe(name, () => {
    it("takes, gives back, picks up and delivers with plain forms", async () => {
      const { order, offer } = await aBaltimoreOrder()
      await offer()
      const courier = await courierPage(options)
      browser.expectProblem(/422/)
      const take = () => courier.getByRole("button", { name: `Take order ${order.number}` }).click()
      await take()
      await expect(courier.locator(".toast", { hasText: "The delivery is yours." })).toBeVisible()
      await courier.getByRole("button", { name: "Give it back" }).click()
      await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
      await take()
      await courier.getByRole("button", { name: "Pick up" }).click()
      await expect(courier.getByText("600 E Pratt St")).toBeVisible()
      await courier.getByRole("button", { name: "Delivered", exact: true }).click()
      await expect(courier.getByText("Choose a photo of the delivered order.")).toBeVisible()
      const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#5a7" } })
        .jpeg()
        .toBuffer()
      await courier
        .getByLabel("Photo of the delivered order")
        .setInputFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer: photo })
      await courier.getByRole("button", { name: "Delivered", exact: true }).click()
      await expect(courier.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
    })
  })

it("reads that an order was taken, on the page that was open too long", async () => {
  const { order, deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ javaScript: false })
  browser.expectProblem(/422/)
  await takenByAnother(deliveryId)
  await courier.getByRole("button", { name: `Take order ${order.number}` }).click()
  await expect(courier.locator(".toast", { hasText: "Order was Taken" })).toBeVisible()
})

it("shows who may not deliver no address and nothing to take, on any path", async () => {
  const { order, deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  for (const facts of [{ approval: "waiting" }, { approval: "denied" }, { onboarded: null }] as const) {
    const courier = await aDeliverer(server.database.db, facts)
    const page = await signedIn(courier.actor, { context: ON_THE_MAP })
    await page.goto("/deliveries")
    await expect(
      page.getByText("You can deliver once you are approved and connected with Stripe."),
    ).toBeVisible()
    expect(await page.content()).not.toContain("400 W Lexington St")
    const api = `${server.url}/api/v1/pushcartexpress`
    expect(await (await page.request.get(`${api}/deliveries`)).json()).toMatchObject({
      waiting: [],
      active: null,
    })
    expect((await page.request.get(`${api}/grabAllDeliveries`)).status()).toBe(403)
    const way = await page.request.get(`${api}/directions?delivery=${deliveryId}&lat=39.29&lng=-76.61`)
    expect(way.status()).toBe(403)
    const take = await page.request.put(`${api}/takeOrder`, {
      data: { sid: deliveryId, did: courier.userId },
    })
    expect(take.status()).toBe(403)
    expect(await take.text()).not.toContain(String(order.number))
  }
})
