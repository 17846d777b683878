import { describe, expect, it } from "vitest"
import { createTestDatabase } from "#tests/support/database.ts"
import { describeSchema } from "../database/describe-schema.ts"
import { type Row, useTakeover } from "./takeover.ts"
import { beginPayment, confirmCard, formOf, visitor } from "./visitor.ts"
import { addToCart, emailOf, linkIn, PASSWORD, photo } from "./world.ts"

/** Time limit for work that was in progress at the stop. */
const SOON = { timeout: 60_000, interval: 200 }
const { stopped, at, database, as, rows, ordersOf, statusOf, openWork, newEmails, listAtProvider } =
  useTakeover()

/**
 * Orders placed after the start have the same name here, because it is not deterministic which one gets which number.
 */
const EMAILS = [
  "ada: Choose a new Pushcart password",
  "ada: Your orders (new) and (new): $9.00",
  "anna: New order (new): pick up",
  "anna: New order 100010: pick up",
  "anna: Your payout of $3.10 is on its way",
  "bea: Your order (new) at Union Greens",
  "ben: New order (new): pick up",
  "ben: New order (new): pick up",
  "ben: New order 100011: pick up",
  "ben: Order 100008: a courier is on the way",
  "ben: Order 100009: picked up by the courier",
  "gus: Order 100001 was canceled and refunded",
  "gus: Order 100002 was canceled and refunded",
  "hal: Order 100008: a courier is on the way to the market",
  "hal: Order 100009: on its way",
  "ivy: Order 100004: picked up",
  "ivy: Order 100005: picked up",
  // Of two events from before there was one receipt for a purchase.
  "ivy: Your orders 100010 and 100011: $7.50",
  "kat: Confirm your email for Pushcart",
  "kat: Welcome to Pushcart",
  "kim: Confirm your email for Pushcart",
  "kim: Welcome to Pushcart",
  "mo: Your Pushcart account was deleted",
]

/**
 * Orders whose entries do not add up to the payment less the card provider's fee, or to that fee alone after a refund.
 */
const BOOKS = `
  select o.number, o.status, sum(e.amount_cents)::int as booked
  from orders o left join ledger_entries e on e.order_id = o.id
  group by o.id
  having sum(e.amount_cents) is distinct from
    case when o.status = 'cancelled' then 0 else o.total_cents end - o.processor_fee_cents`

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

describe(`an installation of ${stopped.commit} that was killed with everything under way`, () => {
  it("dispatches every event and webhook, and ends every job", async () => {
    const nothing = { events: 0, messages: 0, jobs: 0, failed: 0, webhooks: 0 }
    await expect.poll(openWork, SOON).toEqual(nothing)
  })

  it("places the orders of a payment whose webhook comes late and twice, once", async () => {
    await expect
      .poll(() => ordersOf("webhookToCome"), SOON)
      .toEqual([
        { market: "Chelsea Stall", status: "pending", items: 700, tax: 0, delivery: 0, total: 700 },
        { market: "Union Greens", status: "pending", items: 200, tax: 0, delivery: 0, total: 200 },
      ])
    expect(await statusOf("webhookToCome")).toBe("completed")
  })

  it("places the order of a payment that no webhook told of, once", async () => {
    await expect
      .poll(() => ordersOf("webhookLost"), SOON)
      .toEqual([{ market: "Union Greens", status: "pending", items: 900, tax: 0, delivery: 0, total: 900 }])
    expect(await statusOf("webhookLost")).toBe("completed")
  })

  it("ends the holds whose time was over, and the payment of one of them at the provider", async () => {
    await expect.poll(() => statusOf("expiredHold"), SOON).toBe("released")
    await expect.poll(() => statusOf("expiredPayment"), SOON).toBe("released")
    const payments = await listAtProvider<{ id: string; status: string }>("payment_intents")
    expect(payments.find(({ id }) => id === stopped.payments.expired)?.status).toBe("canceled")
    expect([await ordersOf("expiredHold"), await ordersOf("expiredPayment")]).toEqual([[], []])
  })

  it("counts the stock to the piece: sold, held, and given back", async () => {
    const stock = () =>
      rows("select name, stock from products join variants on product_id = products.id order by name")
    await expect.poll(stock, SOON).toEqual([
      { name: "Carrots", stock: 34 },
      { name: "Cheddar", stock: 20 },
      { name: "Cherries", stock: 2 },
      { name: "Gala apples", stock: 39 },
    ])
  })

  it("sends the two refunds, each once", async () => {
    await expect
      .poll(() => rows("select status from refunds"), SOON)
      .toEqual([{ status: "done" }, { status: "done" }])
    const found = await listAtProvider<{ amount: number; status: string }>("refunds")
    expect(found.map(({ amount, status }) => [amount, status])).toEqual([
      [600, "succeeded"],
      [600, "succeeded"],
    ])
  })

  it("makes the transfers that were due, each once", async () => {
    const orders = ["paidOut", "transferAsJob", "transferAsEvent"] as const
    const status = () =>
      rows("select status from transfers where order_id = any($1)", [
        orders.map((name) => stopped.orders[name]),
      ])
    await expect.poll(status, SOON).toEqual(orders.map(() => ({ status: "sent" })))
    const found = await listAtProvider<{ amount: number }>("transfers")
    // An order of $3.50 less the card provider's fee.
    expect(found.map(({ amount }) => amount)).toEqual([310, 310, 310])
  })

  it("sends the payout that was requested, once", async () => {
    const payouts = () => rows("select status, amount_cents as amount from payouts")
    await expect.poll(payouts, SOON).toEqual([{ status: "paid", amount: 310 }])
    const [{ account = "" } = {}] = await rows(
      "select stripe_account_id as account from markets where name = 'Chelsea Stall'",
    )
    const found = await listAtProvider<{ amount: number; status: string }>("payouts", String(account))
    expect(found.map(({ amount, status }) => [amount, status])).toEqual([[310, "paid"]])
  })

  it("finishes the deletion of an account that had begun", async () => {
    const open = () =>
      rows("select email, first_name, finished_at is not null as finished from account_deletions")
    await expect.poll(open, SOON).toEqual([{ email: null, first_name: null, finished: true }])
    const found = await listAtProvider<{ status: string }>("subscriptions?status=all")
    expect(found.map(({ status }) => status).sort()).toEqual(["active", "active", "canceled"])
    expect((await as("mo").open("/api/v1/seller/getSellerInformation")).status).toBe(401)
  })

  it("sends every email that was due, once", async () => {
    await expect.poll(newEmails, SOON).toEqual(EMAILS)
  })
})

describe("after the takeover", () => {
  it("has the tables of a new installation, and a column that nothing uses any more", async () => {
    const fresh = await createTestDatabase()
    try {
      const taken = await describeSchema(database())
      expect(taken).toContain("\n  batch uuid\n")
      expect(taken.replace("\n  batch uuid", "")).toBe(await describeSchema(fresh.pool))
    } finally {
      await fresh.close()
    }
  })

  it("lets couriers go on with the deliveries that they had taken, by the session of then", async () => {
    const [dora, carl] = [as("dora"), as("carl")]
    const active = async (courier: typeof dora) =>
      (await courier.api<{ id: string }>("GET", "/pushcartexpress/deliverInformation")).id
    const deliver = async (courier: typeof dora) => {
      const form = formOf({ id: await photo("purple"), shippingID: await active(courier) })
      await courier.api("POST", "/pushcartexpress/delivered", form)
    }
    await deliver(dora)
    await carl.api("PUT", "/pushcartexpress/pickUp", { sid: await active(carl) })
    await deliver(carl)
    const [offer, ...more] = await carl.api<{ id: string }[]>("GET", "/pushcartexpress/grabAllDeliveries")
    expect(more).toEqual([])
    await carl.api("PUT", "/pushcartexpress/takeOrder", { did: "", sid: offer?.id })
    await carl.api("PUT", "/pushcartexpress/pickUp", { sid: offer?.id })
    await deliver(carl)
    for (const order of ["pickedUp", "taken", "waiting"] as const) {
      const seen = await as("hal").api<{ order: { status: string } }>(
        "GET",
        `/order/customer/order/${stopped.orders[order]}`,
      )
      expect(seen.order.status).toBe("delivered")
    }
  })

  it("takes the payment of a hold that was live", async () => {
    const dan = as("dan")
    expect(await statusOf("liveHold")).toBe("open")
    const payment = await beginPayment(dan)
    expect(payment).toMatchObject({ checkoutId: stopped.checkouts.liveHold, total: 10.5 })
    await confirmCard(at().url, payment)
    const done = { checkoutId: payment.checkoutId }
    await dan.api("POST", "/pay/complete", done)
    await dan.api("POST", "/pay/complete", done)
    expect(await ordersOf("liveHold")).toEqual([
      { market: "Chelsea Stall", status: "pending", items: 1050, tax: 0, delivery: 0, total: 1050 },
    ])
  })

  it("takes the payment of a page at the card provider that was open", async () => {
    const cal = as("cal")
    const card = {
      number: "4242424242424242",
      expiry: "12 / 44",
      cvc: "123",
      zip: "10001",
      email: emailOf("cal"),
    }
    const paid = await cal.send(stopped.hostedPage, card)
    expect(paid.headers.get("location") ?? "").toContain("/pay/return")
    const back = await cal.open(`/pay/return?checkout=${stopped.checkouts.hosted}`)
    expect(back.headers.get("location") ?? "").toContain("/thanks-for-shopping")
    expect(await ordersOf("hosted")).toEqual([
      { market: "Chelsea Stall", status: "pending", items: 350, tax: 0, delivery: 0, total: 350 },
    ])
  })

  it("opens the cart as it was, and knows the idempotency key that was used", async () => {
    const joy = as("joy")
    type Lines = { product_name: string; quantity: number }[]
    const cart = async () =>
      (await joy.api<Lines>("GET", "/transaction/getransaction")).map((line) => [
        line.product_name,
        line.quantity,
      ])
    const lines = [
      ["Carrots", 2],
      ["Gala apples", 2],
    ]
    expect((await cart()).sort()).toEqual(lines)
    await addToCart(joy, stopped.things.apples, 2, "joy-adds-apples")
    expect((await cart()).sort()).toEqual(lines)
    await addToCart(joy, stopped.things.apples, 1, "another")
    expect((await cart()).sort()).toEqual([lines[0], ["Gala apples", 3]])
    const page = await (await joy.open(`/view-product?product=${stopped.things.apples.id}`)).text()
    const [image = ""] = /\/images\/products\/[\w-]+/.exec(page) ?? []
    expect((await joy.open(image)).headers.get("content-type")).toMatch(/^image\//)
  })

  it("shows the seller the orders and the notifications that came while it was down", async () => {
    const anna = as("anna")
    const orders = await anna.api<{ id: string; status: string }[]>("GET", "/order/seller/getorders?limit=50")
    const statuses = Object.fromEntries(orders.map(({ id, status }) => [id, status]))
    const { pending, refundAsJob, refundAsEvent, transferAsEvent } = stopped.orders
    expect([pending, refundAsJob, refundAsEvent, transferAsEvent].map((id) => statuses[id])).toEqual([
      "pending",
      "cancelled",
      "cancelled",
      "picked up",
    ])
    type Lines = { id: string; message: string; seen: boolean; order_id: string }[]
    const unread = async () =>
      (await as("gus").api<Lines>("GET", "/notification/customer/notifications")).filter(({ seen }) => !seen)
    const [first, ...rest] = await unread()
    expect(rest.length).toBeGreaterThan(0)
    await as("gus").api("PUT", "/notification/customer/updateNotification", { id: first?.id })
    expect((await unread()).length).toBe(rest.length)
    await anna.api("PUT", "/order/seller/updateOrder", { id: pending, status: "ready to pick up" })
  })

  it("lets the two people confirm who had registered, by the link in the email", async () => {
    for (const name of ["kim", "kat"]) {
      const person = visitor(at().url)
      const account = { email: emailOf(name), password: PASSWORD }
      await expect(person.api("POST", "/auth/login", account)).rejects.toThrow(/confirm/)
      const link = await linkIn(at(), emailOf(name), "email-confirmed")
      await person.api("GET", `/email/emailConfirmedCustomer/${link.searchParams.get("id")}`)
      await person.api("POST", "/auth/login", account)
    }
  })

  it("goes on with a registration that was half filled in, and with the applicant who waited", async () => {
    const pia = as("pia")
    const step = (number: number) => `/market?tab=register&step=${number}`
    expect(await (await pia.open(step(2))).text()).toContain("88 Draft Lane")
    const hours = Object.fromEntries(
      ["weekday", "saturday", "sunday"].flatMap((day) => [
        [`${day}Open`, "9am"],
        [`${day}Close`, "5pm"],
      ]),
    )
    const third = await pia.send(step(3), {
      intent: "next",
      marketName: "Draft Market",
      phone: "212-555-0135",
      ...hours,
    })
    expect(third.headers.get("location")).toBe(step(4))
    const files = {
      intent: "next",
      id: await photo("red"),
      pictureOfMarket: await photo("green"),
      certificate: await photo("blue"),
    }
    expect((await pia.send(step(4), files)).status).toBe(302)
    await linkIn(at(), emailOf("pia"), "email-confirmed")

    const admin = as("admin")
    const waiting = await admin.api<{ id: string; email: string }[]>("GET", "/admin/approvalSeller")
    expect(waiting.map(({ email }) => email)).toEqual([emailOf("nia")])
    await admin.api("PUT", `/admin/approveSeller/${waiting[0]?.id}`, {})
  })

  it("adds up: every payment at the provider is an order or was given back, and every cent is booked once", async () => {
    await expect.poll(openWork, SOON).toEqual({ events: 0, messages: 0, jobs: 0, failed: 0, webhooks: 0 })
    const found = await listAtProvider<{ id: string; amount: number; status: string }>("payment_intents")
    const paid = found
      .filter(({ status }) => status === "succeeded")
      .map(({ id, amount }) => ({ id, amount }))
    const ordered = await rows(
      `select c.stripe_payment_intent_id as id, sum(o.total_cents)::int as amount
       from checkouts c join orders o on o.checkout_id = c.id group by 1 order by 1`,
    )
    const isOrdered = ({ id }: Row) => ordered.some((order) => order.id === id)
    expect(ordered).toEqual(paid.filter(isOrdered).sort(byId))
    // The others are the first months of three subscriptions.
    expect(paid.filter((payment) => !isOrdered(payment)).map(({ amount }) => amount)).toEqual([500, 500, 500])
    expect(await rows(BOOKS)).toEqual([])
    expect(await rows("select reference from ledger_entries group by 1 having count(*) > 1")).toEqual([])
  })
})
