import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { UNDO_MS } from "#core/orders/undo.ts"
import { notificationChoices } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const DONE = "Done. We'll no longer email you about “Order steps”."

/** A customer with an email about their order's status, and the link at its end. */
async function anEmail() {
  const { db } = server.database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  // The step can no longer be undone, so its email is due.
  const now = () => new Date(Date.now() - UNDO_MS)
  await setPickupStatus(ctxFor(server.database, market.actor, { now }), {
    orderId: order.id,
    status: "ready to pick up",
  })
  const email = await waitForEmail(server, { to: customer.email, subject: /ready to pick up/ })
  const link = new URL(email.links.find((one) => one.includes("/unsubscribe?"))!)
  return { customer, path: link.pathname + link.search }
}

const choicesOf = ({ userId }: { userId: string }) =>
  server.database.db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId))

it("a link scanner that opens the link changes nothing; the button stops the emails, without signing in", {
  tags: ["REACH-5"],
}, async () => {
  const { customer, path } = await anEmail()
  const scanner = await visitor(server)
  for (let times = 0; times < 2; times += 1)
    expect((await scanner.open(path)).text).toContain("We email you about: Order steps.")
  expect(await choicesOf(customer)).toEqual([])
  const page = await (await scanner.open(path)).press("Stop these emails")
  expect(page.text).toContain(DONE)
  expect(await choicesOf(customer)).toMatchObject([
    { role: "customer", kind: "orderSteps", way: "email", isOn: false },
  ])
  const shopper = await visitor(server, customer.actor)
  expect((await shopper.open("/account")).field("Order steps by email").checked).toBe(false)
})

it("a mail program's own button stops them by one POST from outside, as often as it likes", {
  tags: ["REACH-5"],
}, async () => {
  const { customer, path } = await anEmail()
  for (let times = 0; times < 2; times += 1) {
    const answer = await fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain("Done.")
    expect(await choicesOf(customer)).toHaveLength(1)
  }
})

it("a link that we did not send does nothing and says so, whoever it names", {
  tags: ["REACH-5"],
}, async () => {
  const { customer, path } = await anEmail()
  const stranger = await visitor(server)
  for (const wrong of [path.replace("orderSteps", "refunds"), "/unsubscribe", "/unsubscribe?code=x.y.z.w"]) {
    const page = await stranger.open(wrong)
    expect(page.text).toContain("This link doesn't work.")
    expect(page.all("button", "Stop these emails")).toEqual([])
    expect((await stranger.post(wrong, {})).status).toBe(422)
  }
  expect(await choicesOf(customer)).toEqual([])
})
