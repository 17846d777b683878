import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { confirmEmail } from "#core/emails/account/confirm-email.server.tsx"
import { decision } from "#core/emails/account/decision.server.tsx"
import { emailChangeLink } from "#core/emails/account/email-change-link.server.tsx"
import { passwordReset } from "#core/emails/account/password-reset.server.tsx"
import { welcome } from "#core/emails/account/welcome.server.tsx"
import { EMAIL_JOBS } from "#core/emails/emails.server.ts"
import { newOrder } from "#core/emails/orders/new-order.server.tsx"
import { orderCancelled } from "#core/emails/orders/order-cancelled.server.tsx"
import { orderCancelledSeller } from "#core/emails/orders/order-cancelled-seller.server.tsx"
import { orderStep } from "#core/emails/orders/order-step.server.tsx"
import { receipt } from "#core/emails/orders/receipt.server.tsx"
import { refund } from "#core/emails/orders/refund.server.tsx"
import { refundSeller } from "#core/emails/orders/refund-seller.server.tsx"
import { reminder } from "#core/emails/orders/reminder.server.tsx"
import { replacementOffer } from "#core/emails/orders/replacement-offer.server.tsx"
import { requestPasswordReset } from "#core/identity/request-password-reset.server.ts"
import { readToken } from "#core/identity/tokens.server.ts"
import { cents, formatMoney, subtract } from "#core/money.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import type { OrderStatus } from "#core/orders/statuses.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import {
  checkouts,
  emailChanges,
  orderLines,
  orders,
  outbox,
  refunds,
  replacementOffers,
  users,
  verifications,
} from "#db/schema/index.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"

/** The ids that the events carry for the live pages. */
const IDS = { customerId: "", sellerId: "" }
const sendSteps = EMAIL_JOBS["send-order-status-email"]

describe("emails", () => {
  const database = useDatabase()
  const sent: EmailMessage[] = []
  const footers = emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" })
  const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
  const ctx = () => systemCtx(database, { ports: { mail, emailFooters: footers } })
  const latest = () => sent.at(-1)!

  type Wanted = { window?: { startsAt: Date; endsAt: Date }; readyAt?: Date }
  async function sold(fulfilment: "pickup" | "delivery", wanted: Wanted = {}) {
    const facts = { name: "Dot & Sons <Fruit>", timeZone: "America/Chicago" }
    const market = await aMarket(database.db, facts)
    const product = await aProduct(database.db, market, { name: "Melon", priceCents: 350 })
    const customer = await aCustomer(database.db, { firstName: "Ada" })
    return {
      order: await anOrder(database.db, {
        customer,
        market,
        product,
        fulfilment,
        quantity: 2,
        ...wanted,
      }),
      customer,
      market,
    }
  }

  it("tell the customer what was bought, taxed, delivered and paid, and that all sales are final", {
    tags: ["EMAIL-1"],
  }, async () => {
    const { order, customer } = await sold("delivery")
    await receipt.send(ctx(), { ...IDS, orderId: order.id }, "receipt")
    expect(latest()).toMatchObject({ id: "receipt", to: customer.email })
    const { text, html } = latest()
    for (const words of ["Hello Ada", "2 × Melon", "$7.00", "Tax", "$0.40", "Delivery", "$3.99", "$11.39"])
      expect(text).toContain(words)
    expect(text).toContain("All sales are final.")
    expect(text).toContain(`http://shop.test/order?OrderID=${order.id}`)
    expect(html).toContain("Dot &amp; Sons &lt;Fruit&gt;")
    expect(html).not.toContain("<Fruit>")
    expect(html).not.toMatch(/<img|<link|src=/)
  })

  it("are one receipt for a purchase at two markets, with the sum, the card and the statement's text", {
    tags: ["PURCHASE-7"],
  }, async () => {
    const [first, second] = [await sold("pickup"), await sold("delivery")]
    const { checkoutId } = first.order
    const { db } = database
    await db
      .update(orders)
      .set({ checkoutId, customerId: first.customer.userId })
      .where(eq(orders.id, second.order.id))
    const card = { cardBrand: "visa", cardLastFour: "4242", statementName: "PUSHCART* P100123" }
    await db
      .update(checkouts)
      .set({ ...card, totalCents: cents(first.order.totalCents + second.order.totalCents) })
      .where(eq(checkouts.id, checkoutId))
    await receipt.send(ctx(), { ...IDS, orderId: first.order.id }, "receipt of two")
    const numbers = [first, second].map(({ order }) => order.number).sort((a, b) => a - b)
    expect(latest()).toMatchObject({ subject: `Your orders ${numbers.join(" and ")}: $18.79` })
    for (const words of [
      first.order.confirmation,
      second.order.confirmation,
      "Total paid",
      "You paid $18.79 with Visa ending in 4242. On your bank statement: PUSHCART* P100123.",
      "google.com/maps",
      `http://shop.test/purchase?id=${checkoutId}`,
    ])
      expect(latest().text).toContain(words)
  })

  it("ask the customer about a replacement, once and while they can answer", {
    tags: ["REPL-5"],
  }, async () => {
    const { order, customer, market } = await sold("pickup")
    const other = await aProduct(database.db, market, { name: "Papaya" })
    const [offer] = await database.db
      .insert(replacementOffers)
      .values({
        ...(await anOffer(database.db, { order, product: other })),
        expiresAt: new Date("2999-01-01T16:27:00Z"),
      })
      .returning()
    const send = () => replacementOffer.send(ctx(), { ...IDS, orderId: order.id, offerId: offer!.id }, "ask")
    await send()
    expect(latest()).toMatchObject({
      to: customer.email,
      subject: `Order ${order.number}: answer by 10:27 am about a replacement`,
    })
    const { text } = latest()
    for (const words of ["is out of 1 × Melon", "1 × Papaya", "$1.00", "$3.50", "$2.50"])
      expect(text).toContain(words)
    expect(text).toContain("If you don't, you get the refund.")
    expect(text).toContain(`http://shop.test/order?OrderID=${order.id}#replacement`)
    const before = sent.length
    await database.db
      .update(replacementOffers)
      .set({ status: "accepted" })
      .where(eq(replacementOffers.id, offer!.id))
    await send()
    expect(sent).toHaveLength(before)
  })

  it("say of an item by final weight that its amount is the most that is paid", {
    tags: ["CATALOG-14"],
  }, async () => {
    const { order } = await sold("pickup")
    const note = "You pay for the weight that is packed."
    await receipt.send(ctx(), { ...IDS, orderId: order.id }, "plain")
    expect(latest().text).not.toContain(note)
    await database.db
      .update(orderLines)
      .set({ unit: "lb", unitAmount: 3, byWeight: true })
      .where(eq(orderLines.orderId, order.id))
    await receipt.send(ctx(), { ...IDS, orderId: order.id }, "by weight")
    for (const words of ["2 × Melon, 3 lb, by final weight", "at most $7.00", note])
      expect(latest().text).toContain(words)
    await newOrder.send(ctx(), { ...IDS, orderId: order.id }, "new by weight")
    expect(latest().text).toContain("2 × Melon, 3 lb, by final weight")
  })

  it("tell the seller what is earned, the processor's fee taken off", {
    tags: ["MONEY-3", "EMAIL-2"],
  }, async () => {
    const { order, market } = await sold("pickup")
    await newOrder.send(ctx(), { ...IDS, orderId: order.id }, "new")
    const [seller] = await database.db.select().from(users).where(eq(users.id, market.userId))
    expect(latest().to).toBe(seller!.email)
    expect(latest().text).toContain("-$0.42")
  })

  it("tell the seller of a new order for whom it is, where it goes and what they receive", {
    tags: ["REACH-110"],
  }, async () => {
    const { order } = await sold("delivery")
    await newOrder.send(ctx(), { ...IDS, orderId: order.id }, "new delivery")
    for (const words of [" has a new order from Ada,", "delivered to 10118.", /You receive \.+ \$6\.73\n/])
      expect(latest().text).toMatch(words)
    await database.db
      .update(orders)
      .set({ platformFeeCents: cents(100) })
      .where(eq(orders.id, order.id))
    await newOrder.send(ctx(), { ...IDS, orderId: order.id }, "new with a fee")
    for (const words of [/Platform fee \.+ -\$1\.00\n/, /You receive \.+ \$5\.73\n/])
      expect(latest().text).toMatch(words)
  })

  it("tell customer and seller what was refunded of an order, why, and what it costs", {
    tags: ["REFUND-15"],
  }, async () => {
    const { order, customer, market } = await sold("delivery")
    const admin = ctxFor(database, (await anAdmin(database.db)).actor, {})
    const [line] = await database.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    const { refundId } = await refundOrder(admin, {
      orderId: order.id,
      lines: [{ lineId: line!.id, quantity: 1 }],
      feeCents: cents(100),
      tipCents: cents(0),
      amountCents: cents(0),
      reason: "broken",
      sentence: "It had a <hole>.",
      bearer: "seller",
    })
    const about = { ...IDS, orderId: order.id, refundId }
    await refund.send(ctx(), about, "made")
    expect(latest()).toMatchObject({ id: "made", to: customer.email })
    const { text, html } = latest()
    for (const words of [
      "refunding part of your order from Dot & Sons <Fruit>",
      "Arrived broken: It had a <hole>.",
      "1 × Melon",
      "$3.50",
      "Delivery",
      "$1.00",
      "Your refund",
      "On its way to your card.",
    ])
      expect(text).toContain(words)
    expect(html).toContain("&lt;hole&gt;")
    await refundSeller.send(ctx(), about, "cost")
    const [seller] = await database.db.select().from(users).where(eq(users.id, market.userId))
    expect(latest().to).toBe(seller!.email)
    for (const words of [
      "Arrived broken",
      "The customer's refund",
      "$3.50 of it is deducted from your earnings",
      // Nobody has delivered it yet, so the seller has not earned the delivery fee.
      "If you deliver this order yourself, $1.00 is deducted from your delivery fee.",
    ])
      expect(latest().text).toContain(words)
    const before = sent.length
    await refund.send(ctx(), { ...IDS, orderId: order.id, refundId: crypto.randomUUID() }, "none")
    expect(sent.length).toBe(before)
    const cancelling = ctxFor(database, (await anAdmin(database.db)).actor, {})
    await cancelOrderAsAdmin(cancelling, { orderId: order.id, reason: "The market closed." })
    await orderCancelled.send(ctx(), { ...IDS, orderId: order.id }, "cancelled")
    const { amountCents } = (await database.db.select().from(refunds).where(eq(refunds.id, refundId)))[0]!
    const left = formatMoney(subtract(order.totalCents, amountCents))
    expect(latest().text).toContain(`We're refunding the remaining ${left} to your card.`)
  })

  it("say when an order without a chosen time is ready that a closed market was given", {
    tags: ["CAL-14"],
  }, async () => {
    const readyAt = new Date("2026-11-30T16:00:00.000Z")
    for (const fulfilment of ["pickup", "delivery"] as const) {
      const { order } = await sold(fulfilment, { readyAt })
      const ready = `Ready for ${fulfilment} from Mon, Nov 30, 10 am`
      await receipt.send(ctx(), { ...IDS, orderId: order.id }, crypto.randomUUID())
      expect(latest().text).toContain(`. ${ready}.`)
      await newOrder.send(ctx(), { ...IDS, orderId: order.id }, crypto.randomUUID())
      expect(latest().text).toContain(`The customer sees: “${ready}”.`)
      expect(latest().text).toContain("72 hours after that time.")
    }
  })

  it("say the chosen time wherever it matters, in the market's time zone, and nothing of it without one", {
    tags: ["CAL-14"],
  }, async () => {
    // 9 to 11 am in Chicago.
    const window = {
      startsAt: new Date("2026-11-28T15:00:00.000Z"),
      endsAt: new Date("2026-11-28T17:00:00.000Z"),
    }
    const read = async (fulfilment: "pickup" | "delivery", status: OrderStatus | null, send: Send) => {
      const texts: string[] = []
      for (const time of [{ window }, {}]) {
        const { order } = await sold(fulfilment, time)
        await database.db.update(orders).set({ status }).where(eq(orders.id, order.id))
        const before = sent.length
        await send(order.id)
        texts.push(
          sent
            .slice(before)
            .map(({ text }) => text.replaceAll(String(order.number), "N"))
            .join("\n"),
        )
      }
      expect(texts[1]).not.toMatch(/Sat|undefined|null/)
      return texts[0]!
    }
    type Send = (orderId: string) => Promise<void>
    const step =
      (status: OrderStatus, carriage?: "platform"): Send =>
      (orderId) =>
        sendSteps(ctx(), { ...IDS, orderId, status, carriage }, crypto.randomUUID())
    const chosen = "You chose Sat, Nov 28, 9–11 am."
    expect(await read("pickup", "ready to pick up", step("ready to pick up"))).toContain(chosen)
    expect(await read("delivery", "shipped", step("shipped"))).toContain(`sent out your order. ${chosen}`)
    expect(await read("delivery", "picked up", step("picked up"))).toContain(`10118. ${chosen}`)
    const coming = await read("delivery", "taken", step("taken", "platform"))
    expect(coming).toContain(`to pick up your order. ${chosen}`)
    expect(coming).toContain("to pick up order N for Sat, Nov 28, 9–11 am.")
    const waiting = await read("pickup", "pending", (orderId) =>
      reminder.send(ctx(), { ...IDS, orderId }, crypto.randomUUID()),
    )
    expect(waiting).toContain("Order N for Sat, Nov 28, 9–11 am has been waiting for 24 hours.")
    const cancelled = await read("pickup", "cancelled", async (orderId) => {
      await orderCancelled.send(ctx(), { ...IDS, orderId }, crypto.randomUUID())
      await orderCancelledSeller.send(ctx(), { ...IDS, orderId }, crypto.randomUUID())
    })
    expect(cancelled).toContain("your order from Dot & Sons <Fruit> for Sat, Nov 28, 9–11 am can't be")
    expect(cancelled).toContain("Please don't hand over order N for Sat, Nov 28, 9–11 am: it was canceled")
  })

  it("say nothing of a status that the order has left since", { tags: ["EMAIL-3"] }, async () => {
    const { order } = await sold("pickup")
    const before = sent.length
    await orderStep.send(ctx(), { ...IDS, orderId: order.id, status: "ready to pick up" }, "stale")
    expect(sent.length).toBe(before)
    await database.db.update(orders).set({ status: "ready to pick up" }).where(eq(orders.id, order.id))
    await orderStep.send(ctx(), { ...IDS, orderId: order.id, status: "ready to pick up" }, "fresh")
    expect(latest().subject).toBe(`Order ${order.number}: ready to pick up`)
  })

  it("tell the customer of a step once, and the seller of each courier", {
    tags: ["EMAIL-109"],
  }, async () => {
    const { order } = await sold("delivery")
    await database.db.update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
    const told = async (isRepeated?: true) => {
      const before = sent.length
      const step = { ...IDS, orderId: order.id, status: "taken", carriage: "platform", isRepeated } as const
      await sendSteps(ctx(), step, crypto.randomUUID())
      return sent.slice(before).map(({ subject }) => subject.replace(/^Order \d+: /, ""))
    }
    expect(await told()).toEqual(["a courier is on the way to the market", "a courier is on the way"])
    expect(await told(true)).toEqual(["a courier is on the way"])
  })

  it("give a denied applicant the reason, and drop a decision that was changed since", {
    tags: ["EMAIL-3"],
  }, async () => {
    const market = await aMarket(database.db, {
      approval: "denied",
      denialReason: "The certificate expired.",
    })
    const person = { userId: market.userId, role: "seller" as const }
    const before = sent.length
    await decision.send(ctx(), { ...person, approved: true }, "old")
    expect(sent.length).toBe(before)
    await decision.send(ctx(), { ...person, approved: false }, "now")
    expect(latest().text).toContain("The certificate expired.")
  })

  it("carry a link whose secret lies nowhere else, and works when its job has run twice", {
    tags: ["ACCT-32"],
  }, async () => {
    const customer = await aCustomer(database.db)
    const asking = { ...ctx(), actor: { role: "anonymous" as const } }
    await requestPasswordReset(asking, { email: customer.email, role: "customer", address: "203.0.113.7" })
    const [event] = await database.db
      .select()
      .from(outbox)
      .where(eq(outbox.event, "email.passwordResetRequested"))
    for (const _time of [1, 2]) await passwordReset.send(ctx(), event!.payload as never, "job 1")
    for (const body of [latest().text, latest().html])
      for (const words of ["about a Pushcart account with this email address.", "1 Test St"])
        expect(body).toContain(words)
    const tokens = sent.slice(-2).map(({ text }) => text.match(/newpassword\?user=customer&id=([\w-]+)/)![1]!)
    expect(new Set(tokens).size).toBe(2)
    const kept = JSON.stringify([
      await database.db.select().from(outbox),
      await database.db.select().from(verifications),
    ])
    for (const token of tokens) {
      expect(kept).not.toContain(token)
      expect(await readToken(database.db, new Date(), "reset-password", token)).toMatchObject({
        expired: false,
      })
    }
  })

  it("carry no name of somebody's choosing to an address that nobody has confirmed", async () => {
    const firstName = "Claim $100 at https://evil.example/win"
    const customer = await aCustomer(database.db, { firstName })
    const person = { userId: customer.userId, role: "customer" as const }
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, person.userId))
    for (const email of [confirmEmail, welcome, passwordReset]) {
      await email.send(ctx(), person, "unconfirmed")
      expect(latest().to).toBe(customer.email)
      expect(latest().text).toMatch(/^Hello,$/m)
      expect(latest().text + latest().html).not.toContain("evil.example")
    }
    await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.userId))
    const [change] = await database.db
      .insert(emailChanges)
      .values({ ...person, email: "stranger@example.test" })
      .returning()
    await emailChangeLink.send(ctx(), { ...person, changeId: change!.id }, "to the new address")
    expect(latest().to).toBe("stranger@example.test")
    expect(latest().text + latest().html).not.toContain("evil.example")
    await passwordReset.send(ctx(), person, "confirmed")
    expect(latest().text).toContain(`Hello ${firstName},`)
  })

  it("to somebody who is gone are dropped without failing", { tags: ["EMAIL-4"] }, async () => {
    const before = sent.length
    await receipt.send(ctx(), { ...IDS, orderId: crypto.randomUUID() }, "gone")
    expect(sent.length).toBe(before)
  })
})
