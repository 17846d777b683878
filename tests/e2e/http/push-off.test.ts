import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { notificationChoices } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

// Its own installation: without a service worker nothing can show a message.
const server = useServer({ env: { SERVICE_WORKER: "off" } })

it("is offered nowhere where no browser could show a message, and choices of before stay", {
  tags: ["PUSH-11"],
}, async () => {
  const { db } = server.database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const visit = await visitor(server, customer.actor)
  const choice = {
    userId: customer.userId,
    role: "customer",
    kind: "refunds",
    way: "push",
    isOn: false,
  } as const
  await db.insert(notificationChoices).values(choice)
  const page = await visit.open("/account")
  for (const none of ["by push", "Quiet hours", "Notifications on your devices"])
    expect(page.text).not.toContain(none)
  await page.press("Save my choices", { "Order steps by email": false })
  const kept = await db
    .select()
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, customer.userId))
  expect(kept.map(({ kind, way }) => `${kind}:${way}`).sort()).toEqual(["orderSteps:email", "refunds:push"])
  expect((await visit.open(`/order?OrderID=${order.id}`)).status).toBe(200)
  const offer = JSON.parse((await visit.open("/push-subscription")).html) as unknown
  expect(offer).toEqual({ publicKey: null, isOn: false, mustAgree: false })
  const subscription = await (await fetch(`${server.url}/dev/push`, { method: "POST" })).text()
  expect((await visit.post("/push-subscription", { subscription })).status).toBe(422)
})
