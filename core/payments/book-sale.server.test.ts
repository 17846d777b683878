import { and, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { ledgerEntries, orders } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { bookSales } from "./book-sale.server.ts"

const database = useDatabase()

const SALE = {
  itemsCents: cents(10_000),
  taxCents: cents(400),
  deliveryCents: cents(399),
  tipCents: cents(200),
  processorFeeCents: cents(343),
  platformFeeCents: cents(500),
}

/** Another market's order in a checkout, not booked yet. */
async function anOrderToBook() {
  const { db } = database
  const [customer, market, other] = [await aCustomer(db), await aMarket(db), await aMarket(db)]
  const { checkoutId, customerId } = await anOrder(db, {
    customer,
    market,
    product: await aProduct(db, market),
  })
  const [order] = await db
    .insert(orders)
    .values({
      ...SALE,
      checkoutId,
      customerId,
      marketId: other.id,
      totalCents: cents(10_999),
      fulfilment: "delivery",
      confirmation: crypto.randomUUID(),
    })
    .returning()
  return { orderId: order!.id, sellerId: other.userId }
}

it("gives the seller the items less their share of both fees, and the platform the rest of what is paid", {
  tags: ["MONEY-3"],
}, async () => {
  const { orderId, sellerId } = await anOrderToBook()
  for (const _ of ["once", "twice"])
    await database.db.transaction((tx) => bookSales(tx, [{ ...SALE, orderId, sellerId }]))
  const booked = await database.db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId))
  expect(booked.map((row) => [row.party, row.userId, row.kind, row.amountCents])).toEqual([
    ["seller", sellerId, "sale", 10_000],
    ["seller", sellerId, "processor_fee", -312],
    ["seller", sellerId, "platform_fee", -500],
    ["platform", null, "processor_fee", -31],
    ["platform", null, "platform_fee", 500],
    ["platform", null, "delivery", 399],
    ["platform", null, "tip", 200],
    ["platform", null, "tax", 400],
  ])
})

it("leaves the seller of a cheap item that is expensive to deliver what the item brings", {
  tags: ["MONEY-3"],
}, async () => {
  const { orderId, sellerId } = await anOrderToBook()
  const cheap = {
    itemsCents: 12,
    taxCents: 1,
    deliveryCents: 399,
    tipCents: 0,
    processorFeeCents: 42,
    platformFeeCents: 0,
  }
  await database.db.transaction((tx) => bookSales(tx, [{ ...(cheap as typeof SALE), orderId, sellerId }]))
  const ofSeller = and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.party, "seller"))
  const booked = await database.db.select().from(ledgerEntries).where(ofSeller)
  expect(booked.map((row) => [row.kind, row.amountCents])).toEqual([
    ["sale", 12],
    ["processor_fee", -1],
  ])
})
