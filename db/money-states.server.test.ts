import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eq, inArray } from "drizzle-orm"
import { expect, it } from "vitest"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cents } from "#core/money.ts"
import { refunds, transferReversals, transfers } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const FOLDER = join(import.meta.dirname, "migrations")
const MIGRATION = readFileSync(
  join(FOLDER, readdirSync(FOLDER).find((file) => file.endsWith("_money_states.sql"))!),
  "utf8",
)

const database = useDatabase()

/** Restores the previous schema by dropping what the migration creates. */
const undo = `
  alter table history drop column reversal_id;
  alter table history add constraint history_of_one check (true)`

it("closes the refunds that a dispute had closed, and no others, and carries over when transfers were taken back", {
  tags: ["MONEY-30"],
}, async () => {
  const { db, pool } = database
  await pool.query(undo)
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer: await aCustomer(db), market, product })
  const { checkoutId } = order
  const aRefund = { checkoutId, orderId: order.id, amountCents: cents(100), reason: "Broken" }
  const [closed, failed, due] = await db
    .insert(refunds)
    .values([
      { ...aRefund, status: "failed" },
      { ...aRefund, status: "failed", failures: 1 },
      { ...aRefund, status: "due" },
    ])
    .returning()
  const aTransfer = { orderId: order.id, userId: market.userId, amountCents: cents(300), dueAt: new Date() }
  const [whole, part] = await db
    .insert(transfers)
    .values([
      { ...aTransfer, party: "seller", status: "reversed" },
      { ...aTransfer, party: "deliverer", status: "sent" },
    ])
    .returning()
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 2, 12, minutes))
  const done = { status: "done" as const, createdAt: at(1) }
  const reversals = await db
    .insert(transferReversals)
    .values([
      { ...done, transferId: whole!.id, amountCents: cents(100), doneAt: at(2) },
      { ...done, transferId: whole!.id, amountCents: cents(200), doneAt: at(5) },
      { ...done, transferId: part!.id, amountCents: cents(100), doneAt: at(3) },
      { transferId: part!.id, amountCents: cents(50), createdAt: at(4) },
    ])
    .returning()

  await pool.query(MIGRATION)

  const all = [closed, failed, due].map((row) => row!.id)
  const after = await db.select().from(refunds).where(inArray(refunds.id, all))
  const statusOf = (id: string) => after.find((row) => row.id === id)?.status
  expect(all.map(statusOf)).toEqual(["closed", "failed", "due"])

  const by = { actorRole: "system", actorId: null }
  const ofTransfers = await stepsOf(db, "transfer", [whole!.id, part!.id])
  expect(ofTransfers(whole!.id)).toEqual([
    { move: "reverse", from: "sent", to: "reversed", at: at(5), ...by },
  ])
  expect(ofTransfers(part!.id)).toEqual([])

  const ids = reversals.map(({ id }) => id)
  const ofReversals = await stepsOf(db, "reversal", ids)
  const request = (minutes: number) => ({ move: "request", from: null, to: "due", at: at(minutes), ...by })
  const complete = (minutes: number) => ({
    move: "complete",
    from: "due",
    to: "done",
    at: at(minutes),
    ...by,
  })
  expect(ids.map(ofReversals)).toEqual([
    [request(1), complete(2)],
    [request(1), complete(5)],
    [request(1), complete(3)],
    [request(4)],
  ])
  expect(await db.$count(refunds, eq(refunds.status, "closed"))).toBe(1)
})
