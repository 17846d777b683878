import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cents } from "#core/money.ts"
import { transferReversals, transfers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { creatorsOf, movesMade } from "#tests/support/moves.ts"
import { createReversal, createTransfers, moveReversals, moveTransfers } from "./move-transfer.server.ts"
import { REVERSAL_STATUSES, type ReversalStatus, TRANSFER_STATUSES, type TransferStatus } from "./transfer.ts"

const database = useDatabase()

async function aSale(): Promise<string> {
  const market = await aMarket(database.db)
  const sold = {
    customer: await aCustomer(database.db),
    market,
    product: await aProduct(database.db, market),
  }
  return (await anOrder(database.db, sold)).id
}

const aTransfer = (orderId: string) => ({
  orderId,
  party: "seller" as const,
  userId: crypto.randomUUID(),
  amountCents: cents(300),
  dueAt: new Date(),
})

async function addTransfer(orderId: string, status: TransferStatus): Promise<string> {
  const [row] = await database.db
    .insert(transfers)
    .values({ ...aTransfer(orderId), status })
    .returning()
  return row!.id
}

describe("the moves of a transfer", () => {
  it("are those of the table, from where it says and by whom it says, each written down", {
    tags: ["MONEY-29"],
  }, async () => {
    const orderId = await aSale()
    const made = await movesMade(database, {
      subject: "transfer",
      statuses: TRANSFER_STATUSES,
      moves: ["send", "cancel", "reverse"],
      aRow: (status: TransferStatus) => addTransfer(orderId, status),
      make: (ctx, tx, move, id) => moveTransfers(ctx, tx, { move, where: eq(transfers.id, id) }),
      statusOf: async (id) =>
        (await database.db.select().from(transfers).where(eq(transfers.id, id)))[0]?.status,
      remove: (id) => database.db.delete(transfers).where(eq(transfers.id, id)),
    })
    expect(made).toEqual({
      "send due → sent": "system",
      "send cancelled → sent": "system",
      "cancel due → cancelled": "seller, admin, system",
      "reverse sent → reversed": "system",
    })
  })

  it("begin when its order is fulfilled, by whoever fulfils it or pays it after all", {
    tags: ["MONEY-29"],
  }, async () => {
    const sales = await Promise.all(Array.from({ length: 6 }, aSale))
    const creators = await creatorsOf(database, "transfer", async (ctx, tx) => {
      const orderId = sales.pop()!
      await createTransfers(ctx, tx, [aTransfer(orderId)])
      const [row] = await tx.select().from(transfers).where(eq(transfers.orderId, orderId))
      return row!.id
    })
    expect(creators).toBe("seller, deliverer, admin, system")
  })

  it("leave the transfer that an order and its seller have already", { tags: ["MONEY-29"] }, async () => {
    const orderId = await aSale()
    const id = await addTransfer(orderId, "sent")
    await transaction(database.db, (tx) => createTransfers(systemCtx(database), tx, [aTransfer(orderId)]))
    const rows = await database.db.select().from(transfers).where(eq(transfers.orderId, orderId))
    expect(rows).toMatchObject([{ id, status: "sent" }])
    expect((await stepsOf(database.db, "transfer", [id]))(id)).toEqual([])
  })
})

describe("the moves of a reversal", () => {
  it("are those of their own table, from where it says and by whom it says, each written down", {
    tags: ["MONEY-29"],
  }, async () => {
    const transferId = await addTransfer(await aSale(), "sent")
    const made = await movesMade(database, {
      subject: "reversal",
      statuses: REVERSAL_STATUSES,
      moves: ["complete", "cancel"],
      async aRow(status: ReversalStatus) {
        const [row] = await database.db
          .insert(transferReversals)
          .values({ transferId, amountCents: cents(100), status })
          .returning()
        return row!.id
      },
      make: (ctx, tx, move, id) => moveReversals(ctx, tx, { move, where: eq(transferReversals.id, id) }),
      statusOf: async (id) =>
        (await database.db.select().from(transferReversals).where(eq(transferReversals.id, id)))[0]?.status,
      remove: (id) => database.db.delete(transferReversals).where(eq(transferReversals.id, id)),
    })
    expect(made).toEqual({
      "complete due → done": "system",
      "cancel due → cancelled": "system",
    })
  })

  it("begin as a request of the system", { tags: ["MONEY-29"] }, async () => {
    const transferId = await addTransfer(await aSale(), "sent")
    const creators = await creatorsOf(database, "reversal", async (ctx, tx) => {
      await createReversal(ctx, tx, { transferId, amountCents: cents(100) })
      const [row] = await tx.select().from(transferReversals)
      return row!.id
    })
    expect(creators).toBe("system")
  })
})
