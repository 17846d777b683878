import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { refunds } from "#db/schema/index.ts"
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const MIGRATION = readFileSync(join(import.meta.dirname, "migrations", "0038_ledger_facts.sql"), "utf8")

/** The earlier schema, in which facts were only in the references of the entries. */
const BEFORE = `
  alter table ledger_entries drop column refund_id, drop column dispute_id, drop column part;
  drop table disputes;`

/** An order with ledger entries of every kind that was ever written. */
async function oldBooks({ db, pool }: TestDatabase) {
  const market = await aMarket(db)
  const customer = await aCustomer(db)
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const refund = async (amountCents: number) => {
    const facts = { checkoutId: order.checkoutId, orderId: order.id, amountCents, reason: "It broke." }
    const [row] = await db
      .insert(refunds)
      .values(facts as typeof refunds.$inferInsert)
      .returning()
    return row!.id
  }
  const [part, rest] = [await refund(100), await refund(340)]
  await pool.query(
    "alter table ledger_entries disable trigger ledger_append_only; delete from ledger_entries",
  )
  await pool.query("alter table ledger_entries enable trigger ledger_append_only")
  await pool.query(BEFORE)

  const of = `order:${order.id}`
  const written: [party: string, kind: string, cents: number, reference: string, facts: string][] = [
    ["seller", "sale", 400, `${of}:sale:seller`, "items"],
    ["platform", "tax", 40, `${of}:tax:platform`, "tax"],
    ["platform", "delivery", 399, `${of}:delivery:platform`, "delivery"],
    ["seller", "processor_fee", -44, `${of}:processor_fee:seller`, "processor_fee"],
    ["seller", "platform_fee", -20, `${of}:platform_fee:seller`, "platform_fee"],
    ["platform", "platform_fee", 20, `${of}:platform_fee:platform`, "platform_fee"],
    ["platform", "delivery", -399, `${of}:delivery:1:deliverer:out`, "delivery"],
    ["deliverer", "delivery", 399, `${of}:delivery:1:deliverer:in`, "delivery"],
    ["seller", "refund", -90, `refund:${part}:seller:sale`, "items, part"],
    ["platform", "refund", -10, `refund:${part}:platform:tax`, "tax, part"],
    ["platform", "refund", -5, `refund:${part}:platform:delivery`, "delivery, part"],
    ["seller", "refund", 4, `refund:${part}:seller:platform_fee`, "platform_fee, part"],
    ["seller", "refund", 7, `refund:${part}:seller:beyond`, "beyond, part"],
    ["platform", "refund", -7, `refund:${part}:platform:beyond`, "beyond, part"],
    ["seller", "refund", 3, `${of}:9:seller:beyond`, "beyond"],
    ["seller", "chargeback", -300, `${of}:chargeback:du_1:seller:sale`, "items, du_1"],
    ["seller", "chargeback", 86, `${of}:chargeback:du_1:seller:refund`, "refunds, du_1"],
    ["platform", "processor_fee", -44, `${of}:chargeback:du_1:processor_fee`, "processor_fee, du_1"],
    ["deliverer", "chargeback", -399, `${of}:chargeback:delivery:2:seller:out`, "delivery, du_1"],
    ["seller", "chargeback", 399, `${of}:chargeback:delivery:2:seller:in`, "delivery, du_1"],
    ["seller", "chargeback", 300, `${of}:chargeback-won:du_1:seller:sale`, "items, du_1"],
    ["deliverer", "chargeback", 399, `${of}:chargeback-won:delivery:2:seller:out`, "delivery, du_1"],
    ["seller", "chargeback", -200, `${of}:chargeback:du_2:seller:sale`, "items, du_2"],
    ["seller", "chargeback", 1, `${of}:chargeback:delivery:3:platform:in`, "delivery, du_2"],
    ["seller", "refund", -310, `refund:${rest}:seller:sale`, "items, rest"],
    ["seller", "refund", 86, `refund:${rest}:seller:refund`, "refunds, rest"],
    ["platform", "processor_fee", -44, `refund:${rest}:processor_fee`, "processor_fee, rest"],
    ["seller", "refund", -1, `${of}:cancelled:seller:chargeback`, "chargebacks"],
    ["platform", "dispute_fee", -1500, "dispute-fee:txn_1", ""],
    ["seller", "payout", -50, `payout:${crypto.randomUUID()}`, ""],
  ]
  for (const [party, kind, cents, reference] of written)
    await pool.query(
      "insert into ledger_entries (party, user_id, order_id, kind, amount_cents, reference) values ($1, $2, $3, $4, $5, $6)",
      [party, party === "platform" ? null : market.userId, order.id, kind, cents, reference],
    )
  return { facts: written.map(([, , , , facts]) => facts), names: { [part]: "part", [rest]: "rest" } }
}

const sums = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      "select party, user_id, order_id, kind, sum(amount_cents)::int from ledger_entries group by 1, 2, 3, 4 order by 1, 4",
    )
  ).rows

let database: TestDatabase
afterEach(() => database.close())

it("gives every entry of before its refund, its dispute and what it is of, and changes no sum", {
  tags: ["MONEY-22"],
}, async () => {
  database = await createTestDatabase()
  const { facts, names } = await oldBooks(database)
  const before = await sums(database)
  await database.pool.query(MIGRATION)
  expect(await sums(database)).toEqual(before)
  const { rows } = await database.pool.query<Record<string, string | null>>(
    `select part, refund_id, stripe_dispute_id from ledger_entries e left join disputes d on d.id = e.dispute_id
     order by e.id`,
  )
  const found = rows.map(({ part, refund_id: refundId, stripe_dispute_id: disputeId }) =>
    [part, refundId && names[refundId], disputeId].filter(Boolean).join(", "),
  )
  expect(found).toEqual(facts)
})

it("leaves the books append-only", { tags: ["MONEY-22"] }, async () => {
  database = await createTestDatabase()
  await oldBooks(database)
  await database.pool.query(MIGRATION)
  await expect(database.pool.query("update ledger_entries set amount_cents = 0")).rejects.toThrow(
    "append-only",
  )
  await expect(database.pool.query("delete from ledger_entries")).rejects.toThrow("append-only")
})
