import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { exportAccount } from "#core/privacy/export-account.server.ts"
import { fetchExport, grantExport } from "#core/privacy/grant-export.server.ts"
import { deliveries, orders, users } from "#db/schema/index.ts"
import { expectAllowed, fieldsOf } from "#tests/support/allowed-fields.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { BUYERS_NOTE, TRACES, useFullLives } from "#tests/support/full-life.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const { database, as, aFullLife } = useFullLives()

describe("exporting an account", () => {
  it("answers everything of the person, in every role, and no secret and nobody else", {
    tags: ["PRIV-6", "REFUND-15", "ALERT-3"],
  }, async () => {
    const life = await aFullLife()
    const text = JSON.stringify(await exportAccount(as("seller", life.userId)))
    for (const trace of [...TRACES, life.product.name, "Zebulon, it is here.", `acct_${life.userId}`])
      expect(text).toContain(trace)
    const file = JSON.parse(text) as Record<string, never[]> & {
      customer: { orders: unknown[]; favoriteMarkets: unknown[]; openingAlerts: unknown[] }
    }
    const atMarket = [{ market: expect.any(String), since: expect.any(String) }]
    expect(file.customer.favoriteMarkets).toEqual(atMarket)
    expect(file.customer.openingAlerts).toEqual(atMarket)
    expect(file.customer.orders).toMatchObject([
      {
        refunds: [
          {
            amountCents: 100,
            deliveryCents: 100,
            status: "done",
            reason: "Arrived too late: Zebulon waited for hours.",
          },
        ],
      },
    ])
    expect(file.pictures).toHaveLength(2)
    expect(file.ledger!.length).toBeGreaterThan(1)
    for (const { link } of file.pictures as { link: string }[]) expect(link).toMatch(/^http:\/\/shop\.test\//)
    const others = await database.db.select().from(users)
    for (const { email, id } of others.filter(({ id }) => id !== life.userId)) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(id)
    }
    expect(text).not.toMatch(/"(password|token|tokenHash|secret|passwordHash)"/i)
  })

  it("tells a seller and a courier nothing that the buyer typed, and each role the listed fields alone", {
    tags: ["PRIV-9"],
  }, async () => {
    const life = await aFullLife()
    const { brought, confirmations } = await aSaleBroughtBy(life)
    const file = await exportAccount(as("seller", life.userId))
    const { seller, deliverer } = file as never as {
      seller: { sales: { id: string }[] }
      deliverer: { deliveries: unknown[] }
    }
    expect(seller.sales).toHaveLength(2)
    expect(deliverer.deliveries).toHaveLength(1)
    const text = JSON.stringify({ ...file, customer: null })
    const typed = [brought.lastName, brought.address, brought.phone, brought.email, brought.instructions]
    for (const theirs of [BUYERS_NOTE, ...typed, ...confirmations]) expect(text).not.toContain(theirs)
    expectAllowed("core/privacy/exported-fields.txt", `${fieldsOf(file).join("\n")}\n`)
  })

  /** A sale at the person's market to another buyer, which the person also delivered. */
  async function aSaleBroughtBy({ userId, own, product }: Awaited<ReturnType<typeof aFullLife>>) {
    const { db } = database
    const customer = await aCustomer(db)
    const sold = await anOrder(db, { customer, market: own, product, fulfilment: "delivery" })
    await db.update(orders).set({ status: "delivered", note: BUYERS_NOTE }).where(eq(orders.id, sold.id))
    const at = new Date()
    const buyer = { lastName: "Ozymandias", address: "9 Larkspur Lane", phone: "917-555-0142" }
    const brought = { ...buyer, email: "oz@elsewhere.test", instructions: "Mind the goose" }
    await db
      .update(deliveries)
      .set({
        ...brought,
        hasDeliverer: false,
        courierId: userId,
        takenAt: at,
        pickedUpAt: at,
        deliveredAt: at,
      })
      .where(eq(deliveries.orderId, sold.id))
    const all = await db.select({ code: orders.confirmation }).from(orders).where(eq(orders.marketId, own.id))
    return { brought, confirmations: all.map(({ code }) => code) }
  }

  it("is fetched from the page once after the password, and not often in a day", {
    tags: ["PRIV-6"],
  }, async () => {
    const { userId, password } = await aPersonWithPassword(database.db, ["customer"])
    const ctx = as("customer", userId)
    expect(await fetchExport(ctx)).toBeNull()
    await expect(grantExport(ctx, { password: "Wrong#20266" })).rejects.toMatchObject({ code: "invalid" })
    await grantExport(ctx, { password })
    expect(await fetchExport(ctx)).toMatchObject({ format: "pushcart-account-1", account: { id: userId } })
    expect(await fetchExport(ctx)).toBeNull()
    for (let more = 1; more < 10; more += 1) await exportAccount(ctx)
    await expect(exportAccount(ctx)).rejects.toMatchObject({ code: "rate_limited" })
  })
})
