import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { replacementOffers } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { creatorsOf, movesMade } from "#tests/support/moves.ts"
import { createOffer, moveOffers } from "./move-replacement.server.ts"
import { REPLACEMENT_STATUSES, type ReplacementStatus } from "./replacement.ts"

const database = useDatabase({ connections: 2 })

/** Something of the market's own instead of one of an order's line. */
async function anOfferToWrite() {
  const market = await aMarket(database.db)
  const product = await aProduct(database.db, market)
  const order = await anOrder(database.db, { customer: await aCustomer(database.db), market, product })
  return anOffer(database.db, { order, product })
}

const ofId = (id: string) => eq(replacementOffers.id, id)

describe("the moves of an offered replacement", () => {
  it("are those of the table, from where it says and by whom it says, each written down", {
    tags: ["REPL-2"],
  }, async () => {
    const offer = await anOfferToWrite()
    const made = await movesMade(database, {
      subject: "replacement",
      statuses: REPLACEMENT_STATUSES,
      moves: ["accept", "refuse", "expire", "withdraw"],
      async aRow(status: ReplacementStatus) {
        const [row] = await database.db
          .insert(replacementOffers)
          .values({ ...offer, status })
          .returning()
        return row!.id
      },
      make: (ctx, tx, move, id) => moveOffers(ctx, tx, { move, where: ofId(id) }),
      statusOf: async (id) => (await database.db.select().from(replacementOffers).where(ofId(id)))[0]?.status,
      remove: (id) => database.db.delete(replacementOffers).where(ofId(id)),
    })
    expect(made).toEqual({
      "accept open → accepted": "customer, system",
      "refuse open → refused": "customer",
      "expire open → expired": "system",
      "withdraw open → withdrawn": "seller, deliverer, admin, system",
    })
  })

  it("begin with a seller's offer, of which a line has one at a time", { tags: ["REPL-2"] }, async () => {
    const offer = await anOfferToWrite()
    const creators = await creatorsOf(
      database,
      "replacement",
      async (ctx, tx) => (await createOffer(ctx, tx, offer)).id,
    )
    expect(creators).toBe("seller")
    await expect(database.db.insert(replacementOffers).values({ ...offer, status: "open" })).rejects.toThrow()
  })
})
