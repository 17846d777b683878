import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { disputeAdmins } from "#core/emails/money/dispute-admins.server.tsx"
import { requirementsDue } from "#core/emails/money/requirements-due.server.tsx"
import { newOrder } from "#core/emails/orders/new-order.server.tsx"
import { orderStep } from "#core/emails/orders/order-step.server.tsx"
import { receipt } from "#core/emails/orders/receipt.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { memberships, notificationChoices, orders } from "#db/schema/index.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { ctxFor, personIn, systemCtx, useDatabase } from "#tests/support/database.ts"
import { decodeEntities } from "#tests/support/decode-entities.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { chooseNotifications } from "./choose-notifications.server.ts"
import { readChoices } from "./read-choices.server.ts"
import { readUnsubscribe, unsubscribe, unsubscribePath } from "./unsubscribe.server.ts"

/** The ids that the events carry for the live pages. */
const IDS = { customerId: "", sellerId: "" }

const database = useDatabase()
const postalAddress = "Pushcart, 500 Market St, San Francisco, CA 94105"
const footers = emailFooters({ secret: "s".repeat(32), postalAddress })
const sent: EmailMessage[] = []
const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
const ports = { mail, emailFooters: footers }
const system = () => systemCtx(database, { ports })
const stranger = () => ctxFor(database, { role: "anonymous" as const }, { ports })

const codeOf = (path: string) => new URL(path, "http://shop.test").searchParams.get("code") ?? ""
type Emails = Parameters<typeof unsubscribePath>[1]
const codeFor = (emails: Emails) => codeOf(unsubscribePath(footers, emails))

async function aSale() {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  await db.update(orders).set({ status: "ready to pick up" }).where(eq(orders.id, order.id))
  return { customer, market, order, ready: { ...IDS, orderId: order.id, status: "ready to pick up" } }
}

/** The person's email notifications, as the account page shows them. */
const emailsOn = async (ctx: Parameters<typeof readChoices>[0]) =>
  (await readChoices(ctx)).filter((choice) => choice.endsWith(":email"))

describe("an email that can be turned off", { tags: ["REACH-5"] }, () => {
  it("says why it comes, from where, and how to stop it, in its text and for mail programs", async () => {
    const { customer, market, order, ready } = await aSale()
    const courier = await aCourier(database.db)
    const admin = await anAdmin(database.db)
    for (const [send, to, about] of [
      [() => orderStep.send(system(), ready, "1"), customer.actor, ["orderSteps", "Order steps"]],
      [
        () => newOrder.send(system(), { ...IDS, orderId: order.id }, "2"),
        market.actor,
        ["newOrders", "New orders"],
      ],
      [() => requirementsDue.send(system(), courier.actor, "3"), courier.actor, ["money", "Money"]],
      [
        () => disputeAdmins.send(system(), { ...IDS, orderId: order.id, won: false }, "4"),
        admin.actor,
        ["disputes", "Disputes"],
      ],
    ] as const) {
      await send()
      const { text, html, unsubscribeUrl } = sent.at(-1)!
      expect(text).toContain(`has email notifications turned on for: ${about[1]}.`)
      expect(html).toContain(`for: ${about[1]}.`)
      for (const body of [text, html]) expect(body).toContain(postalAddress)
      expect(text).toContain(`Stop these emails:\n${unsubscribeUrl}`)
      expect(html).toContain(`href="${unsubscribeUrl}"`)
      expect(readUnsubscribe(footers, codeOf(unsubscribeUrl!))).toEqual({
        userId: to.userId,
        role: to.role,
        kind: about[0],
        label: about[1],
      })
    }
  })

  it("is no receipt: that says why it comes and from where, and no link can stop it", async () => {
    const { customer, order } = await aSale()
    await receipt.send(system(), { ...IDS, orderId: order.id }, "receipt")
    const { text, html, unsubscribeUrl } = sent.at(-1)!
    expect(unsubscribeUrl).toBeUndefined()
    expect(text + html).not.toMatch(/stop these emails|unsubscribe/i)
    for (const body of [text, decodeEntities(html)]) {
      expect(body).toContain("You're getting this email because you ordered on Pushcart.")
      expect(body).toContain(postalAddress)
    }
    for (const kind of ["receipts", "security", "nonsense"])
      await expect(unsubscribe(stranger(), codeFor({ ...customer.actor, kind }))).rejects.toMatchObject({
        code: "invalid",
      })
    expect(await emailsOn(ctxFor(database, customer.actor))).toEqual([
      "orderSteps:email",
      "replacements:email",
      "refunds:email",
      "openings:email",
    ])
  })
})

describe("the link that stops emails", { tags: ["REACH-5"] }, () => {
  it("turns off its own kind in its own role alone, once or more often, and the account page turns it on again", async () => {
    const { customer, ready } = await aSale()
    const ctx = ctxFor(database, customer.actor)
    const code = codeFor({ ...customer.actor, kind: "orderSteps" })
    await Promise.all([unsubscribe(stranger(), code), unsubscribe(stranger(), code)])
    expect(await unsubscribe(stranger(), code)).toEqual({ label: "Order steps" })
    expect(await emailsOn(ctx)).toEqual(["replacements:email", "refunds:email", "openings:email"])
    expect(await emailsOn(ctxFor(database, personIn("seller", customer.userId)))).toContain(
      "orderSteps:email",
    )
    const before = sent.length
    await orderStep.send(system(), ready, "stopped")
    expect(sent).toHaveLength(before)
    await chooseNotifications(ctx, { on: ["orderSteps:email", "refunds:email"] })
    await orderStep.send(system(), ready, "again")
    expect(sent).toHaveLength(before + 1)
    await unsubscribe(stranger(), code)
    expect(await emailsOn(ctx)).toEqual(["refunds:email"])
  })

  it("works only as it was sent: nobody makes one for another person, role or kind", async () => {
    const { customer } = await aSale()
    const other = await aCustomer(database.db)
    const code = codeFor({ ...customer.actor, kind: "orderSteps" })
    const signature = code.split(".").at(-1)!
    const elsewhere = emailFooters({ secret: "t".repeat(32), postalAddress })
    for (const forged of [
      "",
      "nonsense",
      `${other.userId}.customer.orderSteps.${signature}`,
      `${customer.userId}.seller.orderSteps.${signature}`,
      `${customer.userId}.customer.refunds.${signature}`,
      `${customer.userId}.customer.orderSteps`,
      `${customer.userId}.customer.orderSteps.`,
      codeOf(unsubscribePath(elsewhere, { ...customer.actor, kind: "orderSteps" })),
    ]) {
      expect(readUnsubscribe(footers, forged)).toBeNull()
      await expect(unsubscribe(stranger(), forged)).rejects.toMatchObject({ code: "invalid" })
    }
    expect(await database.db.$count(notificationChoices, eq(notificationChoices.userId, other.userId))).toBe(
      0,
    )
  })

  it("answers the same for somebody who has left, and keeps nothing of them", async () => {
    const { customer } = await aSale()
    await database.db.delete(memberships).where(eq(memberships.userId, customer.userId))
    const nobody = { userId: crypto.randomUUID(), role: "customer" as const, kind: "orderSteps" }
    for (const emails of [{ ...customer.actor, kind: "orderSteps" }, nobody]) {
      expect(await unsubscribe(stranger(), codeFor(emails))).toEqual({ label: "Order steps" })
      expect(
        await database.db.$count(notificationChoices, eq(notificationChoices.userId, emails.userId)),
      ).toBe(0)
    }
  })
})
