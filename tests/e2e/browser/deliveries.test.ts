import { eq } from "drizzle-orm"
import sharp from "sharp"
import { describe, it } from "vitest"
import { courierPositions, users } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { at, bigPhoto, inBaltimore, ON_THE_MAP, ROUTE } from "./deliveries-setup.ts"
import { watchLive } from "./live-watch.ts"
import { connectCourier } from "./seller-steps.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, bought, signedIn, courierPage, takenByAnother } = inBaltimore(server, browser)

it("brings an order from the cart to the door and the fee to the courier, and all three see every step at once", async () => {
  const live = watchLive(() => server.database.db)
  const { market, order, deliveryId, buyer } = await bought()
  live.witness("customer", buyer)
  await buyer.goto(`/order?OrderID=${order.id}`)
  const seller = await signedIn(market.actor)
  live.witness("seller", seller)
  await seller.goto(`/update-shipping?OrderDetails=${order.id}&title=1`)
  const dora = await aDeliverer(server.database.db, { onboarded: null })
  const courier = await signedIn(dora.actor, { context: ON_THE_MAP })
  await connectCourier(courier)
  live.witness("courier", courier)
  await courier.goto("/deliveries")
  await expect(courier.getByText("No delivery is waiting within 25 miles.")).toBeVisible()
  const till = await browser.visit(server.url)
  await signIn(till, server, dora.actor)
  live.witness("courier's till", till)
  await till.goto("/express-dashboard")
  await live.open()
  const sees = (who: string, text: string, selector = ".status-now") => ({ who, selector, text })

  await live.step(
    "the seller asked for a deliverer",
    seller.getByRole("button", { name: "No", exact: true }),
    [sees("courier", `A new delivery waits at ${market.name}`, "[role=alert]"), sees("customer", "waiting")],
  )
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
  await window.getByRole("button", { name: /^Show route/ }).click()
  await expect(courier.getByText("to the market").first()).toBeVisible()
  await live.step("the courier took it", window.getByRole("button", { name: `Take order ${order.number}` }), [
    sees("courier", `Order ${order.number}`, "h2"),
    sees("customer", "taken"),
    sees("seller", "taken"),
    sees("courier's till", "Pending Total$3.99", ".receipt"),
  ])
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()
  await expect(courier.getByText("estimate", { exact: true }).first()).toBeVisible()
  await expect(courier.locator(".route-steps")).toHaveCount(0)

  await live.step(
    "the courier has the goods",
    courier.getByRole("button", { name: "Pick up", exact: true }),
    [
      sees("courier", "600 E Pratt St", ".sheet"),
      sees("customer", "picked up"),
      sees("seller", "picked up"),
      sees("customer", "Your courier is on the way", "h2"),
      sees("customer", "1.1 miles to go", "[aria-live]"),
    ],
  )
  await expect(courier.getByText("to the customer").first()).toBeVisible()
  for (const [place, left] of [
    [ROUTE[1], "0.9 miles to go"],
    [ROUTE[2], "0.5 miles to go"],
    [ROUTE[3], "less than 0.1 miles to go"],
  ] as const)
    await live.step("the courier moved", () => courier.context().setGeolocation(at(place!)), [
      sees("customer", left, "[aria-live]"),
      sees("courier", left.replace("to go", "to the customer"), ".route-time"),
    ])
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()

  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByText("Choose a photo of the delivered order.")).toBeVisible()
  await courier.getByLabel("Photo of the delivered order").setInputFiles(await bigPhoto())
  await live.step(
    "the courier delivered, with a photo of more than 1 MB",
    courier.getByRole("button", { name: "Delivered", exact: true }),
    [
      sees("courier", "Delivered. Thank you!", ".toast"),
      sees("customer", "delivered"),
      sees("seller", "delivered"),
      sees("courier's till", "Pending Total$0.00Available Total$3.99", ".receipt"),
      sees("courier's till", "Total Deliveries1", ".receipt"),
    ],
  )
  await expect(buyer.getByAltText("Your order at your door")).toBeVisible()
  await expect(buyer.getByText("Your courier is on the way")).toBeHidden()
  live.close()
  const { db } = server.database
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, market.userId))
  for (const subject of ["a courier is coming", "picked up by the courier", "delivered"])
    await waitForLetter(server, { to: owner!.email, subject })
  expect(await db.select().from(courierPositions).where(eq(courierPositions.deliveryId, deliveryId))).toEqual(
    [],
  )
}, 120_000)

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
      const toast = courier.locator(".toast", { hasText: "The delivery is yours." })
      await expect(toast).toBeVisible()
      // The clock of a toast that no script keeps.
      const clock = await toast.evaluate((item) => {
        const { animationDuration, animationDelay } = getComputedStyle(item)
        return { animationDuration, animationDelay }
      })
      expect(clock).toEqual({ animationDuration: "0.3s, 0.3s", animationDelay: "0s, 5s" })
      await courier.getByRole("button", { name: "Give it back" }).click()
      await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
      await take()
      await courier.getByRole("button", { name: "Pick up", exact: true }).click()
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
