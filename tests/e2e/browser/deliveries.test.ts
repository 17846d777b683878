import { eq } from "drizzle-orm"
import { it } from "vitest"
import { courierPositions, orders, users } from "#db/schema/index.ts"
import { ROUTE } from "#tests/support/baltimore.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { notAPhoto, phonePhoto, withoutEnd } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { at, inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"
import { watchLive } from "./live-watch.ts"
import { connectCourier } from "./seller-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const { bought, signedIn } = inBaltimore(server, browser)

/** From 9 to 11 am in the market's time zone. */
const ON_SATURDAY = {
  windowStartsAt: new Date("2026-11-28T14:00:00.000Z"),
  windowEndsAt: new Date("2026-11-28T16:00:00.000Z"),
}

/**
 * A drive takes minutes, so a jump would be implausible; but a phone with an accuracy of half a kilometer may already
 * have been there.
 */
const roughlyAt = (place: { lat: number; lng: number }) => ({ ...at(place), accuracy: 500 })

it("brings an order from the cart to the door and the fee to the courier, and all three see every step at once", {
  tags: ["ORDER-11", "DELIV-1", "DELIV-2", "DELIV-3", "DELIV-9", "DELIV-11", "DELIV-14", "PLACE-3", "CAL-14"],
  timeout: 150_000,
}, async () => {
  const live = watchLive(() => server.database.db)
  const { market, order, deliveryId, buyer } = await bought()
  await server.database.db.update(orders).set(ON_SATURDAY).where(eq(orders.id, order.id))
  live.witness("customer", buyer)
  await buyer.goto(`/order?OrderID=${order.id}`)
  const seller = await signedIn(market.actor)
  live.witness("seller", seller)
  await seller.goto(`/update-shipping?OrderDetails=${order.id}&title=1`)
  const dora = await aCourier(server.database.db, { onboarded: null })
  const courier = await signedIn(dora.actor, { map: true, context: ON_THE_MAP })
  await connectCourier(courier)
  live.witness("courier", courier)
  await courier.goto("/deliveries")
  await expect(courier.getByText("No deliveries are waiting within 25 miles.")).toBeVisible()
  const checkout = await browser.visit(server.url)
  await signIn(checkout, server, dora.actor)
  live.witness("courier's earnings", checkout)
  await checkout.goto("/express-dashboard")
  await live.open()
  const sees = (who: string, text: string, selector = ".status-now") => ({ who, selector, text })

  await live.step(
    "the seller asked for a deliverer",
    seller.getByRole("button", { name: "No", exact: true }),
    [
      sees("courier", `New delivery at ${market.name}, $3.99, for Sat, Nov 28, 9–11 am`, "[role=alert]"),
      sees("customer", "Waiting for a courier"),
    ],
  )
  await courier.getByRole("button", { name: "New Order" }).click()
  const window = courier.locator(".maplibregl-popup")
  await expect(window).toContainText(market.name)
  await expect(window).toContainText("400 W Lexington St, Baltimore, MD 21201")
  await expect(window).toContainText("212-555-0134")
  await expect(window).toContainText(`Order ${order.number}`)
  await expect(window).toContainText("$3.99")
  await expect(window).toContainText("Deliver Sat, Nov 28, 9–11 am")
  await expect(courier.locator("body")).not.toContainText("600 E Pratt St")

  await courier.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(courier.getByRole("button", { name: "Allow Location Access" })).toBeHidden()
  await window.getByRole("button", { name: /^Show route/ }).click()
  await expect(courier.getByText("to the market").first()).toBeVisible()
  await live.step("the courier took it", window.getByRole("button", { name: `Take order ${order.number}` }), [
    sees("courier", `Order ${order.number}`, "h2"),
    sees("customer", "is on the way to the market"),
    sees("seller", "taken"),
    sees("courier's earnings", "Pending Total$3.99", ".receipt"),
  ])
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()
  await expect(courier.getByText("estimate", { exact: true }).first()).toBeVisible()
  await expect(courier.locator(".route-steps")).toHaveCount(0)

  await live.step(
    "the courier has the goods",
    courier.getByRole("button", { name: "Pick up", exact: true }),
    [
      sees("courier", "600 E Pratt St", ".sheet"),
      sees("customer", "is on the way to you"),
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
    await live.step("the courier moved", () => courier.context().setGeolocation(roughlyAt(place!)), [
      sees("customer", left, "[aria-live]"),
      sees("courier", left.replace("to go", "to the customer"), ".route-time"),
    ])
  await expect(courier.getByText("You have arrived to your order")).toBeVisible()

  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByText("Choose a photo of the delivered order.")).toBeVisible()
  await courier.getByLabel("Photo of the delivered order").setInputFiles(notAPhoto())
  await expect(courier.getByText("This file isn't an image we can read.")).toBeVisible()
  await expect(courier.getByText(/^Ready, /)).toHaveCount(0)
  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByText("This file isn't an image we can read.")).toBeVisible()
  const untyped = { ...withoutEnd(await phonePhoto("door")), mimeType: "" }
  await courier.getByLabel("Photo of the delivered order").setInputFiles(untyped)
  await live.step(
    "the courier delivered, with a photo of more than 1 MB",
    courier.getByRole("button", { name: "Delivered", exact: true }),
    [
      sees("courier", "Delivered. Thank you!", ".toast"),
      sees("customer", "Delivered. Enjoy it!"),
      sees("seller", "delivered"),
      sees("courier's earnings", "Pending Total$0.00Available Total$3.99", ".receipt"),
      sees("courier's earnings", "Total Deliveries1", ".receipt"),
    ],
  )
  await expect(buyer.getByAltText("Your order at your door")).toBeVisible()
  await expect(buyer.getByText("Your courier is on the way")).toBeHidden()
  live.close()
  const { db } = server.database
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, market.userId))
  for (const subject of ["a courier is on the way", "picked up by the courier", "delivered"])
    await waitForEmail(server, { to: owner!.email, subject })
  expect(await db.select().from(courierPositions).where(eq(courierPositions.deliveryId, deliveryId))).toEqual(
    [],
  )
})
