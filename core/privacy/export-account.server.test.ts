import { describe, expect, it } from "vitest"
import { exportAccount } from "#core/privacy/export-account.server.ts"
import { fetchExport, grantExport } from "#core/privacy/grant-export.server.ts"
import { users } from "#db/schema/index.ts"
import { TRACES, useFullLives } from "#tests/support/full-life.ts"
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
            reason: "Came too late: Zebulon waited for hours.",
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
