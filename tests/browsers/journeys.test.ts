import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { deliveries, markets, orders, products, users } from "#db/schema/index.ts"
import { ordersInBaltimore } from "#tests/support/baltimore.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anApplicant } from "#tests/support/factories/applicants.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { aPhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { ENGINES } from "./engines.ts"
import { type Steps, stepsIn } from "./journey-steps.ts"

const server = useSharedServer()
const { aBaltimoreOrder } = ordersInBaltimore(server)
const photos = [0, 1, 2].map((number) => join(tmpdir(), `pushcart-photo-${number}.jpg`))
const eventually = { timeout: 20_000, interval: 100 }

beforeAll(async () => {
  for (const [index, file] of photos.entries())
    writeFileSync(file, (await aPhoto("photo.jpg", `#${index}${index}6`)).buffer)
})

async function logIn({ fill, press }: Steps, email: string) {
  await fill({ Email: email, Password: PASSWORD })
  await press("Login")
}

async function emailOf(userId: string): Promise<string> {
  const [user] = await server.database.db.select().from(users).where(eq(users.id, userId))
  return user!.email
}

describe.each(Object.keys(ENGINES))("%s", (engine) => {
  const openWindow = ENGINES[engine]!(server)
  const visit = async (person?: Person) =>
    stepsIn(await openWindow(person ? await sessionCookies(server, person) : []))

  it("takes a customer from a zip code to a paid order", async () => {
    const { db } = server.database
    const place = await aPlace(server)
    const { stall, melon } = await twoMarkets(db, place)
    const customer = await aCustomer(db)
    await givePassword(db, customer.actor.userId)
    const steps = await visit()
    const { open, fill, press, sees, isAt } = steps
    await open("/home")
    await fill({ Zip: place.zip })
    await press("Find markets")
    await sees(`near ${place.zip}`)
    await open("/login")
    await logIn(steps, await emailOf(customer.actor.userId))
    await isAt("/home")
    await open(`/home?zip=${place.zip}`)
    await press("Check the market out: Chelsea Stall")
    await press(`View Product: ${melon.name}`)
    await press("Add to the Cart")
    await isAt("/market-info")
    await open("/shopping-cart")
    await fill({ "Delivery or Pick up": "pickup" })
    await press("Proceed Checkout")
    await isAt("/pay")
    await fill({ Address: "1 Main St", City: "New York", State: "NY", Zip: "10001" })
    await fill({ "Card number": "4242424242424242", Expiry: "12 / 34", CVC: "123" })
    await press("Pay Now")
    await sees("Thank you for shopping, you will be log out")
    const placed = await db.select().from(orders).where(eq(orders.customerId, customer.actor.userId))
    expect(placed.map(({ marketId }) => marketId)).toEqual([stall.id])
  })

  it("takes a seller from registering to the first product", async () => {
    const { db } = server.database
    const email = `${engine.toLowerCase()}-${crypto.randomUUID()}@seller.test`
    const steps = await visit()
    const { open, fill, check, press, sees, isAt } = steps
    await open("/market?tab=register")
    await fill({ "First Name": "Grace", "Last Name": "Hopper", Email: email })
    await fill({ Password: PASSWORD, "Confirm Password": PASSWORD })
    await check("agree")
    await press("Next")
    await isAt("step=2")
    await fill({ Address: "75 9th Ave", City: "New York", State: "NY", Zip: "10011" })
    await press("Next")
    await isAt("step=3")
    await fill({ "Market Name": `${engine} Greens`, Phone: "212-555-0134" })
    await fill({ weekdayOpen: "8am", weekdayClose: "7pm", saturdayOpen: "9am", saturdayClose: "3pm" })
    await fill({ sundayOpen: "Closed", sundayClose: "Closed" })
    await press("Next")
    await isAt("step=4")
    await fill({ "Photo ID of the owner": photos[0]!, "Photo of the market": photos[1]! })
    await fill({ "Certificate or license": photos[2]! })
    await press("Submit")
    await sees("We sent a confirmation link to")
    const { links } = await waitForEmail(server, { to: email, subject: /confirm/i })
    await open(links.find((link) => link.includes("email-confirmed"))!)
    await press("Log in")
    await isAt("/market")
    await logIn(steps, email)
    await isAt("/market-dashboard")

    // Other journeys cover the admin, the card provider and the subscription.
    const [user] = await db.select().from(users).where(eq(users.email, email))
    const ready = { approval: "approved", onboarded: true, subscription: "active" } as const
    await db.update(markets).set(ready).where(eq(markets.userId, user!.id))
    await open("/add-product")
    await fill({ Category: "Fruits", Price: "2.5", Quantity: "12" })
    await press("Next")
    await isAt("step=2")
    await fill({ Section: "Apples", "Product name": "Plums", Description: "Sweet and blue." })
    await press("Next")
    await isAt("step=4")
    await fill({ Photo: photos[1]! })
    await press("Submit")
    await isAt("/market-dashboard")
    const [market] = await db.select().from(markets).where(eq(markets.userId, user!.id))
    const listed = await db.select().from(products).where(eq(products.marketId, market!.id))
    expect(listed.map(({ name }) => name)).toEqual(["Plums"])
  })

  it("takes a courier from an offer to the door", async () => {
    const { db } = server.database
    const { deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await aCourier(db)
    const { open, fill, press, sees } = await visit(courier.actor)
    await open("/deliveries")
    await press("Take order")
    await press("Pick up")
    await sees("Delivered")
    await fill({ photo: photos[0]! })
    await press("Delivered")
    await sees("Waiting deliveries")
    const arrival = async () =>
      (await db.select().from(deliveries).where(eq(deliveries.id, deliveryId)))[0]?.deliveredAt
    await expect.poll(arrival, eventually).toBeInstanceOf(Date)
  })

  it("takes an admin from the list of waiting applicants to an approval", async () => {
    const { db } = server.database
    const applicant = await anApplicant(server, { name: `${engine} Row` })
    const { open, press, sees, isAt } = await visit((await anAdmin(db, "Ines")).actor)
    await open(`/admin-dashboard?search=${applicant.email}`)
    await sees(`${engine} Row`)
    await open(`/seller-info?seller=${applicant.sellerId}`)
    await sees("Owner ID")
    await press("Approve")
    await isAt("/admin-dashboard")
    await sees("Approved. We've emailed them.")
    const [market] = await db.select().from(markets).where(eq(markets.id, applicant.id))
    expect(market!.approval).toBe("approved")
  })
})
