import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { deliverDelivery } from "#core/deliveries/deliver-delivery.server.ts"
import { pickUpDelivery } from "#core/deliveries/pick-up-delivery.server.ts"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { deliverers, images, users } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"
import { inBaltimore } from "./deliveries-setup.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, signedIn } = inBaltimore(server, browser)

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

for (const { name, options } of WAYS)
  describe(`a deliverer ${name}`, () => {
    it("registers in three steps with a photo ID, confirms the e-mail and logs in", async () => {
      const email = `ruth-${name.replaceAll(" ", "-").toLowerCase()}@deliverer.test`
      const page = await browser.visit(server.url, options)
      await page.goto("/express")
      await expect(page.getByText("email must be confirmed").first()).toBeVisible()
      await page.getByRole("link", { name: "Register" }).click()
      await page.getByLabel("First Name").fill("Ruth")
      await page.getByLabel("Last Name").fill("Boone")
      await page.getByLabel("Email", { exact: true }).fill(email)
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
      await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD)
      await page.getByRole("checkbox").check()
      await press(page, "Next")
      await page.waitForURL("**/express?tab=register&step=2")
      await page.getByLabel("Address", { exact: true }).fill("1 Light St")
      await page.getByLabel("City").fill("Baltimore")
      await page.getByLabel("State").selectOption("MD")
      await page.getByLabel("Zip").fill("21202")
      await page.getByLabel("Phone").fill("4105550171")
      await press(page, "Next")
      await page.waitForURL("**/express?tab=register&step=3")
      await press(page, "Submit")
      await expect(page.locator(".field .error")).toHaveText(["Choose a picture."])
      await page.getByLabel("Photo ID").setInputFiles(await aPhoto("license.jpg"))
      await press(page, "Submit")
      await page.waitForURL("**/express")
      await expect(page.locator(".toast", { hasText: "Thank you for registering!" })).toBeVisible()

      const [row] = await server.database.db
        .select({ deliverer: deliverers, container: images.container })
        .from(deliverers)
        .innerJoin(users, eq(users.id, deliverers.userId))
        .innerJoin(images, eq(images.id, deliverers.photoId))
        .where(eq(users.email, email))
      expect(row).toMatchObject({
        container: "identity",
        deliverer: { approval: "waiting", phone: "410-555-0171", city: "Baltimore", positionSource: "zip" },
      })
      const letter = await waitForLetter(server, { to: email, subject: "Confirm" })
      await page.goto(letter.links.find((link) => link.includes("email-confirmed")) ?? "")
      await press(page, "Log in")
      await page.waitForURL("**/express")
      await page.getByLabel("Email", { exact: true }).fill(email)
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
      await press(page, "Login")
      await page.waitForURL("**/express-dashboard")
      await expect(page.getByRole("heading", { name: "Please Wait" })).toBeVisible()
    })

    it("sees revenue, deliveries, own information and the card; and every delivered order", async () => {
      const { order, deliveryId, offer } = await aBaltimoreOrder()
      const courier = await aDeliverer(server.database.db)
      const page = await signedIn(courier.actor, options)
      await expect(page.getByRole("heading", { name: "Deliver with Pushcart" })).toBeVisible()
      await expect(page.getByText("1 Light St")).toBeVisible()
      await expect(page.locator("dd", { hasText: courier.email })).toBeVisible()
      await page.getByRole("link", { name: "View Deliveries" }).click()
      await expect(page.getByText("You currently have no orders to be displayed")).toBeVisible()
      await page.getByRole("link", { name: "Go to Dashboard" }).click()
      await page.waitForURL("**/express-dashboard")

      await offer()
      const ctx = ctxFor(server.database, courier.actor, { ports: { images: noImages } })
      await takeDelivery(ctx, deliveryId)
      await page.reload()
      await expect(page.getByText("Pending Total$3.99")).toBeVisible()
      await pickUpDelivery(ctx, deliveryId)
      await deliverDelivery(ctx, { deliveryId, photo: new Uint8Array([1]) })
      await page.reload()
      await expect(page.getByText("Available Total$0.00")).toBeVisible()
      await expect(page.getByText("Total Deliveries1")).toBeVisible()
      await page.getByRole("link", { name: "View Deliveries" }).click()
      await expect(page.getByRole("heading", { name: "All your orders" })).toBeVisible()
      await expect(page.getByText(`Order Number ${order.number}`)).toBeVisible()
      await expect(page.getByText("Delivery Money $3.99")).toBeVisible()
      const list = page.getByRole("region", { name: "Your delivered orders" })
      expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe("200px")
      await page.goto("/express-dashboard")
      await page.getByRole("link", { name: "Search New Deliveries" }).click()
      await page.waitForURL("**/deliveries")
    })
  })

const STATES = [
  [{ approval: "waiting", onboarded: true, stripeAccountId: "acct_1" }, "Waiting for approval to Deliverer"],
  [{ approval: "approved", onboarded: null }, "Connect with Stripe"],
  [{ approval: "waiting", onboarded: null }, "Please Wait"],
  [{ approval: "denied" }, "You were not approved to deliver"],
] as const

it("says where the deliverer stands, and why a seller's page is not for them", async () => {
  for (const [facts, words] of STATES) {
    const courier = await aDeliverer(server.database.db, facts)
    const page = await signedIn(courier.actor)
    await expect(page.getByRole("heading", { name: words })).toBeVisible()
    await expect(page.getByRole("link", { name: "Search New Deliveries" })).toHaveCount(0)
    if (facts.approval !== "denied") continue
    await page.goto("/add-product")
    await expect(page.locator(".toast", { hasText: "That page is for sellers." })).toBeVisible()
  }
})
