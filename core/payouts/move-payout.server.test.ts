import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { payouts } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { creatorsOf, movesMade } from "#tests/support/moves.ts"
import { createPayout, movePayouts } from "./move-payout.server.ts"
import { PAYOUT_STATUSES, type PayoutStatus } from "./payout.ts"

const database = useDatabase()

const aPayout = () => ({ userId: crypto.randomUUID(), role: "seller" as const, amountCents: cents(300) })

describe("the moves of a payout", () => {
  it("are those of the table, from where it says and by whom it says, each written down", {
    tags: ["MONEY-29"],
  }, async () => {
    const made = await movesMade(database, {
      subject: "payout",
      statuses: PAYOUT_STATUSES,
      moves: ["send", "pay", "fail"],
      async aRow(status: PayoutStatus) {
        const [row] = await database.db
          .insert(payouts)
          .values({ ...aPayout(), status })
          .returning()
        return row!.id
      },
      make: (ctx, tx, move, id) => movePayouts(ctx, tx, { move, where: eq(payouts.id, id) }),
      statusOf: async (id) => (await database.db.select().from(payouts).where(eq(payouts.id, id)))[0]?.status,
      remove: (id) => database.db.delete(payouts).where(eq(payouts.id, id)),
    })
    expect(made).toEqual({
      "send requested → sent": "system",
      "pay requested → paid": "system",
      "pay sent → paid": "system",
      "fail requested → failed": "system",
      "fail sent → failed": "system",
      "fail paid → failed": "system",
    })
  })

  it("begin as a request of its owner, or of the system", { tags: ["MONEY-29"] }, async () => {
    const creators = await creatorsOf(database, "payout", (ctx, tx) => createPayout(ctx, tx, aPayout()))
    expect(creators).toBe("seller, deliverer, system")
  })
})
