import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { pushSubscriptions, users } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** The subscription that a browser gets from the demo's push service. */
async function aSubscription() {
  const response = await fetch(`${server.url}/dev/push`, { method: "POST" })
  return (await response.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
}

/** The messages that the browser with this endpoint has shown. */
async function shownAt(endpoint: string) {
  const response = await fetch(`${endpoint}.json`)
  return (await response.json()) as {
    message: { title: string; text: string; url: string }
    ttl: string
    topic: string
  }[]
}

type Person = Parameters<typeof visitor>[1]

async function aVisitorWithPush(person: Person) {
  const visit = await visitor(server, person)
  const subscription = await aSubscription()
  const turnedOn = await visit.post("/push-subscription", { subscription: JSON.stringify(subscription) })
  expect(turnedOn.status).toBe(200)
  return { visit, ...subscription }
}

it("a seller's step reaches the customer's device, encrypted, with nothing but the order's number", {
  tags: ["PUSH-1", "PUSH-2", "PUSH-6"],
}, async () => {
  const { db } = server.database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const { visit, endpoint } = await aVisitorWithPush(customer.actor)
  const page = await visit.open("/account")
  expect(page.text).toContain("As a customer, since")
  const tested = await page.press(/^Send a test/)
  expect(tested.text).toContain("We sent a test to that device.")
  const seller = await visitor(server, market.actor)
  const orders = await seller.open("/marketOrders")
  await orders.press("Update", { [`Status of order ${order.number}`]: "ready to pick up" })
  // It waits ten seconds, in which the seller may undo the step.
  await expect.poll(() => shownAt(endpoint), { timeout: 30_000 }).toHaveLength(2)
  const shown = await shownAt(endpoint)
  expect(shown.map(({ message }) => message)).toEqual([
    expect.objectContaining({ title: "It works" }),
    {
      title: "Your order is ready",
      text: `Order ${order.number} can be picked up.`,
      url: `/order?OrderID=${order.id}`,
      role: "customer",
      tag: `order-${order.number}`,
    },
  ])
  const off = await tested.press(/^Turn off/)
  expect(off.text).toContain("Notifications are off for that device.")
  expect(off.text).toContain("Notifications aren't on for any device yet.")
})

it("takes no address but a push service's, and nothing of whom nobody knows", {
  tags: ["PUSH-7"],
}, async () => {
  const visit = await visitor(server, (await aCustomer(server.database.db)).actor)
  const subscription = await aSubscription()
  for (const endpoint of ["https://evil.test/x", "http://169.254.169.254/x", `${server.url}/dev/mailbox`]) {
    const answer = await visit.post("/push-subscription", {
      subscription: JSON.stringify({ ...subscription, endpoint }),
    })
    expect([endpoint, answer.status]).toEqual([endpoint, 422])
  }
  for (const wrong of ["{", "[]"])
    expect((await visit.post("/push-subscription", { subscription: wrong })).status).toBe(422)
  const stranger = await visitor(server)
  const sent = await stranger.post("/push-subscription", { subscription: JSON.stringify(subscription) })
  expect(sent.path).toContain("/Welcome")
})

it("takes no keys to which no message could be encrypted", { tags: ["PUSH-12"] }, async () => {
  const { db } = server.database
  const { userId, actor } = await aCustomer(db)
  const visit = await visitor(server, actor)
  const { endpoint, keys } = await aSubscription()
  const noPoint = Buffer.alloc(65, 4).toString("base64url")
  const turnOn = async (wrongKeys: object) => {
    const subscription = JSON.stringify({ endpoint, keys: { ...keys, ...wrongKeys } })
    return (await visit.post("/push-subscription", { subscription })).status
  }
  for (const wrongKeys of [{ p256dh: noPoint }, { auth: "A" }])
    expect([wrongKeys, await turnOn(wrongKeys)]).toEqual([wrongKeys, 422])
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))).toBe(0)
  expect(await turnOn({})).toBe(200)
})

it("a device is another person's to turn off or test for nobody", { tags: ["PUSH-6"] }, async () => {
  const { db } = server.database
  const { userId, actor } = await aCustomer(db)
  await aVisitorWithPush(actor)
  const [device] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  const stranger = await visitor(server, (await aCustomer(db)).actor)
  for (const intent of ["turn-off-push", "test-push"])
    expect((await stranger.post("/account", { intent, deviceId: device!.id })).status).toBe(404)
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))).toBe(1)
})

it("ends at the sign-out", { tags: ["PUSH-8"] }, async () => {
  const { userId, actor } = await aCustomer(server.database.db)
  const { visit } = await aVisitorWithPush(actor)
  await visit.post("/logout", {})
  expect(await server.database.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))).toBe(0)
})

it("keeps quiet hours as they were typed, and says at the field what is wrong", {
  tags: ["PUSH-4", "NOJS-8"],
}, async () => {
  const { db } = server.database
  const { userId, actor } = await aCustomer(db)
  const visit = await visitor(server, actor)
  const page = await visit.open("/account")
  expect(page.html).toContain("Turning notifications on needs JavaScript.")
  const half = await page.press("Save my quiet hours", { From: "22:00" })
  expect(half.errorAt("to")).toContain("Enter both times")
  const saved = await half.press("Save my quiet hours", { From: "22:00", To: "07:00" })
  expect(saved.text).toContain("Quiet hours saved.")
  expect([saved.field("From").value, saved.field("To").value]).toEqual(["22:00", "07:00"])
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  expect(row).toMatchObject({ quietFromMinutes: 1_320, quietToMinutes: 420 })
  const none = await saved.press("Save my quiet hours", { From: "", To: "" })
  expect(none.field("From").value).toBe("")
})
