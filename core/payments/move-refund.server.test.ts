import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { refunds } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { creatorsOf, movesMade } from "#tests/support/moves.ts"
import { createRefund, moveRefunds } from "./move-refund.server.ts"
import { REFUND_STATUSES, type RefundStatus } from "./refund-states.ts"

const database = useDatabase({ connections: 2 })

async function aSale() {
  const market = await aMarket(database.db)
  const sold = {
    customer: await aCustomer(database.db),
    market,
    product: await aProduct(database.db, market),
  }
  return anOrder(database.db, sold)
}

const aRefund = (checkoutId: string) => ({
  checkoutId,
  stripePaymentIntentId: crypto.randomUUID(),
  amountCents: cents(300),
  reason: "Broken",
})

describe("the moves of a refund", () => {
  it("are those of the table, from where it says and by whom it says, each written down", {
    tags: ["MONEY-29"],
  }, async () => {
    const { checkoutId } = await aSale()
    const made = await movesMade(database, {
      subject: "refund",
      statuses: REFUND_STATUSES,
      moves: ["send", "complete", "fail", "retry", "cover", "reopen", "close"],
      async aRow(status: RefundStatus) {
        const [row] = await database.db
          .insert(refunds)
          .values({ ...aRefund(checkoutId), status })
          .returning()
        return row!.id
      },
      make: (ctx, tx, move, id) => moveRefunds(ctx, tx, { move, where: eq(refunds.id, id) }),
      statusOf: async (id) => (await database.db.select().from(refunds).where(eq(refunds.id, id)))[0]?.status,
      remove: (id) => database.db.delete(refunds).where(eq(refunds.id, id)),
    })
    expect(made).toEqual({
      "send due → sent": "system",
      "complete due → done": "system",
      "complete sent → done": "system",
      "fail due → failed": "system",
      "fail sent → failed": "system",
      "fail done → failed": "system",
      "retry failed → due": "admin, system",
      "cover due → done": "system",
      "cover failed → done": "system",
      "cover closed → done": "system",
      "reopen done → due": "system",
      "close due → closed": "system",
      "close failed → closed": "system",
    })
  })

  it("begin as a request, or as what the dashboard has made", { tags: ["MONEY-29"] }, async () => {
    const { checkoutId } = await aSale()
    const creators = (move: "request" | "record") =>
      creatorsOf(database, "refund", async (ctx, tx) => {
        return (await createRefund(ctx, tx, move, aRefund(checkoutId)))!
      })
    expect(await creators("request")).toBe("customer, seller, admin, system")
    expect(await creators("record")).toBe("system")
  })

  it("are made once, when two make the same at once", { tags: ["MONEY-29"] }, async () => {
    const { checkoutId } = await aSale()
    const [row] = await database.db.insert(refunds).values(aRefund(checkoutId)).returning()
    const send = () =>
      transaction(database.db, (tx) =>
        moveRefunds(systemCtx(database), tx, { move: "send", where: eq(refunds.id, row!.id) }),
      )
    const moved = await Promise.all([send(), send()])
    expect(moved.map(({ length }) => length).sort()).toEqual([0, 1])
  })
})
