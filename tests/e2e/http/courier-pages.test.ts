import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { deliverDelivery, pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { couriers, images, users } from "#db/schema/index.ts"
import { ordersInBaltimore } from "#tests/support/baltimore.ts"
import { ctxFor } from "#tests/support/database.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const { aBaltimoreOrder, takenByAnother } = ordersInBaltimore(server)

const courierAt = async (courier: Awaited<ReturnType<typeof aCourier>>) => visitor(server, courier.actor)

describe("a courier", { tags: ["NOJS-6"] }, () => {
  it("registers in three steps with a photo ID, confirms the email and logs in", {
    tags: ["ACCT-3", "REG-16", "REG-17", "COURIER-6"],
  }, async () => {
    const email = `ruth-${crypto.randomUUID()}@deliverer.test`
    const ruth = await visitor(server)
    const start = await ruth.open("/express")
    expect(start.text).toContain("email must be confirmed")
    const account = await start.follow("Register")
    const address = await account.press("Next", {
      "First Name": "Ruth",
      "Last Name": "Boone",
      Email: email,
      Password: PASSWORD,
      "Confirm Password": PASSWORD,
      "I am 18 or older and agree to the terms and the privacy policy": true,
    })
    expect(address.path).toBe("/express?tab=register&step=2")
    const files = await address.press("Next", {
      Address: "1 Light St",
      City: "Baltimore",
      State: "MD",
      Zip: "21202",
      Phone: "4105550171",
    })
    expect(files.path).toBe("/express?tab=register&step=3")
    const rejected = await files.press("Submit")
    const errors = [...rejected.document.querySelectorAll(".field .error")].map((one) => one.textContent)
    expect(errors).toEqual(["Choose a photo."])
    const registered = await rejected.press("Submit", { "Photo ID": await aPhoto("license.jpg") })
    expect(registered.path).toBe("/express")
    expect(registered.text).toContain("We sent a confirmation link to ")

    const [row] = await server.database.db
      .select({ deliverer: couriers, container: images.container })
      .from(couriers)
      .innerJoin(users, eq(users.id, couriers.userId))
      .innerJoin(images, eq(images.id, couriers.photoId))
      .where(eq(users.email, email))
    expect(row).toMatchObject({
      container: "identity",
      deliverer: { approval: "waiting", phone: "410-555-0171", city: "Baltimore", positionSource: "zip" },
    })
    const confirmation = await waitForEmail(server, { to: email, subject: "Confirm" })
    const link = confirmation.links.find((one) => one.includes("email-confirmed")) ?? ""
    const login = await (await ruth.open(link)).press("Log in")
    expect(login.path).toBe("/express")
    const dashboard = await login.press("Login", { Email: email, Password: PASSWORD })
    expect(dashboard.path).toBe("/express-dashboard")
    expect(dashboard.get("heading", "Please Wait")).toBeTruthy()
  })

  it("sees revenue, deliveries, own information and the card; and every delivered order", {
    tags: ["COURIER-1", "COURIER-5", "COURIER-7", "COURIER-8"],
  }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    const courier = await aCourier(server.database.db)
    const dora = await courierAt(courier)
    const start = await dora.open("/express-dashboard")
    expect(start.get("heading", "Deliver with Pushcart")).toBeTruthy()
    expect(start.text).toContain("1 Light St")
    expect([...start.document.querySelectorAll("dd")].map((one) => one.textContent)).toContainEqual(
      expect.stringContaining(courier.email),
    )
    const none = await start.follow("View Deliveries")
    expect(none.text).toContain("You currently have no orders to be displayed")
    expect((await none.follow("Go to Dashboard")).path).toBe("/express-dashboard")

    await offer()
    const ctx = ctxFor(server.database, courier.actor, { ports: { images: noImages } })
    await takeDelivery(ctx, deliveryId)
    expect((await dora.open("/express-dashboard")).text).toContain("Pending Total$3.99")
    await pickUpDelivery(ctx, deliveryId)
    await deliverDelivery(ctx, { deliveryId, photo: new Uint8Array([1]) })
    const after = await dora.open("/express-dashboard")
    expect(after.text).toContain("Available Total$0.00")
    expect(after.text).toContain("Total Deliveries1")
    const all = await after.follow("View Deliveries")
    expect(all.get("heading", "All your orders")).toBeTruthy()
    const list = all.get("region", "Your delivered orders")
    expect(list.textContent).toContain(`Order Number ${order.number}`)
    expect(list.textContent).toContain("Delivery Money $3.99")
    expect(list.getAttribute("style")).toContain("200px")
    expect((await after.follow("Search New Deliveries")).path).toBe("/deliveries")
  })

  it("reads how long our team takes, and connects the payout account meanwhile", {
    tags: ["COURIER-110"],
  }, async () => {
    const dora = await courierAt(await aCourier(server.database.db, { approval: "waiting", onboarded: null }))
    const dashboard = await dora.open("/express-dashboard")
    const card = dashboard.get("region", "Status")
    expect(card.textContent).toContain("Meanwhile, you can connect the bank account you want to be paid to.")
    expect(card.textContent).toContain("Most people hear from us within two days.")
    expect((await dashboard.follow("Register")).path).toBe("/stripe")
    const connected = await courierAt(
      await aCourier(server.database.db, { approval: "waiting", onboarded: true, stripeAccountId: "acct_2" }),
    )
    const waiting = (await connected.open("/express-dashboard")).get("region", "Status")
    expect(waiting.textContent).toContain("Most people hear from us within two days.")
    expect(waiting.textContent).not.toContain("Meanwhile")
  })

  it.each([
    [
      { approval: "waiting", onboarded: true, stripeAccountId: "acct_1" },
      "Waiting for approval to Deliverer",
    ],
    [{ approval: "approved", onboarded: null }, "Connect with Stripe"],
    [{ approval: "waiting", onboarded: null }, "Please Wait"],
    [{ approval: "denied" }, "You weren't approved to deliver"],
  ] as const)(
    "reads where they stand: %o, %s",
    { tags: ["COURIER-2", "COURIER-4", "COURIER-9"] },
    async (facts, words) => {
      const dora = await courierAt(await aCourier(server.database.db, facts))
      const dashboard = await dora.open("/express-dashboard")
      expect(dashboard.get("heading", words)).toBeTruthy()
      expect(dashboard.all("link", "Search New Deliveries")).toEqual([])
    },
  )

  it("reads that a seller's page is not for them", { tags: ["GUARD-5"] }, async () => {
    const dora = await courierAt(await aCourier(server.database.db, { approval: "denied" }))
    const turnedAway = await dora.open("/add-product")
    expect(turnedAway.text).toContain("That page is for sellers.")
  })

  it("takes, gives back, picks up and delivers with plain forms", {
    tags: ["DELIV-10", "DELIV-27"],
  }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const dora = await courierAt(await aCourier(server.database.db))
    const take = `Take order ${order.number}`
    const taken = await (await dora.open("/deliveries")).press(take)
    expect(taken.document.querySelector(".toast")?.textContent).toContain("The delivery is yours.")
    const givenBack = await taken.press("Give it back")
    expect(givenBack.get("heading", "Waiting deliveries")).toBeTruthy()
    const again = await givenBack.press(take)
    expect(again.text).not.toContain("600 E Pratt St")
    const pickedUp = await again.press("Pick up")
    expect(pickedUp.text).toContain("600 E Pratt St")
    const rejected = await pickedUp.press("Delivered")
    expect(rejected.text).toContain("Choose a photo of the delivered order.")
    const delivered = await rejected.press("Delivered", {
      "Photo of the delivered order": await aPhoto("door.jpg"),
    })
    expect(delivered.text).toContain("Delivered. Thank you!")
  })

  it("reads that an order was taken, on the page that was open too long", { tags: ["DELIV-4"] }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const dora = await courierAt(await aCourier(server.database.db))
    const open = await dora.open("/deliveries")
    await takenByAnother(deliveryId)
    const late = await open.press(`Take order ${order.number}`)
    expect(late.document.querySelector(".toast")?.textContent).toContain("Order was Taken")
  })

  it.each([{ approval: "waiting" }, { approval: "denied" }, { onboarded: null }] as const)(
    "sees no address and nothing to take on the page where they may not deliver: %o",
    { tags: ["DELIV-7"] },
    async (facts) => {
      const { offer } = await aBaltimoreOrder()
      await offer()
      const dora = await courierAt(await aCourier(server.database.db, facts))
      const page = await dora.open("/deliveries")
      expect(page.text).toContain("You can deliver once you are approved and connected with Stripe.")
      expect(page.html).not.toContain("400 W Lexington St")
      expect(page.all("button", /^Take order/)).toEqual([])
    },
  )
})
