import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds } from "#core/checkout/holds.server.ts"
import { purgeOldRows } from "#core/privacy/purge-old-rows.server.ts"
import {
  checkoutLines,
  checkoutMarkets,
  checkouts,
  ledgerEntries,
  orders,
  refunds,
  variants,
} from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable } = checkout

it("deletes what came to nothing after its time, and keeps whatever money or a payment is known of", {
  tags: ["OPS-61"],
}, async () => {
  const { db } = database
  const left = await aHold()
  const begun = await aHold()
  await beginPayment(begun.ctx, BILLING)
  clock.advance({ minutes: 16 })
  await expireHolds(system())
  const paid = await aHold()
  await payByCard(paid.ctx, checkout.sandbox.stripe)
  await completeCheckout(paid.ctx, { checkoutId: paid.id })
  const late = await aPaymentWithoutHold()
  await completeCheckout(late.ctx, { checkoutId: late.id })
  const unclear = await aPaymentWithoutHold()

  clock.advance({ days: 29 })
  await purgeOldRows(system())
  expect(await db.$count(checkouts)).toBe(5)
  clock.advance({ days: 2 })
  await purgeOldRows(system())

  const kept = { [paid.id]: "completed", [late.id]: "refunded", [unclear.id]: "released" }
  const rows = await db.select().from(checkouts)
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual(kept)
  for (const table of [checkoutLines, checkoutMarkets]) {
    const parts = await db.select({ id: table.checkoutId }).from(table)
    expect(parts.map(({ id }) => id).sort()).toEqual(Object.keys(kept).sort())
  }
  expect(rows.find(({ id }) => id === unclear.id)).toMatchObject({ billing: null, shipTo: null })
  expect(rows.find(({ id }) => id === paid.id)?.billing).toMatchObject({ city: BILLING.city })
  expect(await db.$count(orders, eq(orders.checkoutId, paid.id))).toBe(1)
  expect(await db.$count(refunds, eq(refunds.checkoutId, late.id))).toBe(1)
  expect(await db.$count(ledgerEntries)).toBeGreaterThan(0)
  for (const { melon } of [left, begun]) expect(await stockOf(db, melon.variantId)).toBe(2)
})

async function aHold() {
  const ctx = await shopper()
  const melon = await aVegetable({ stock: 2 })
  const { checkoutId: id } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
  return { ctx, melon, id }
}

/** Paid at the provider and still released, which no command does; the stock is sold to others. */
async function aPaymentWithoutHold() {
  const hold = await aHold()
  await payByCard(hold.ctx, checkout.sandbox.stripe)
  await database.db.update(checkouts).set({ status: "released" }).where(eq(checkouts.id, hold.id))
  await database.db.update(variants).set({ stock: 0 }).where(eq(variants.id, hold.melon.variantId))
  return hold
}
