import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { carts } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const ROUNDS = 10
const LANES = 4
const database = useDatabase({ connections: LANES + 1 })

it("leaves no address of a customer who saves one at the same moment", { tags: ["PRIV-1"] }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { userId, password } = await aPersonWithPassword(database.db, ["customer"])
    const ctx = ctxFor(database, { role: "customer" as const, userId }, { ports: { passwords } })
    let isDeleted = false
    const deletion = deleteAccount(ctx, { password }).finally(() => {
      isDeleted = true
    })
    const saving = async () => {
      while (!isDeleted)
        await saveShipTo(ctx, SHIP_TO).catch((error) => expect(error).toMatchObject({ code: "not_found" }))
    }
    await Promise.all([deletion, ...Array.from({ length: LANES }, saving)])
    expect(await database.db.$count(carts, eq(carts.customerId, userId))).toBe(0)
  }
})
