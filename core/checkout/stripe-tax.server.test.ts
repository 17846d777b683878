import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { and, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { cents } from "#core/money.ts"
import { cancelOrder } from "#core/orders/cancel-order.server.ts"
import { recordSalesTax } from "#core/orders/record-sales-tax.server.ts"
import { EVENTS } from "#core/outbox/events.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import type { Taxes } from "#core/ports/taxes.ts"
import { checkoutMarkets, orders, outbox, refunds } from "#db/schema/index.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { hasTaxRegistration, stripeTaxes } from "#server/adapters/stripe/stripe-taxes.ts"
import { alarms } from "#server/adapters/telemetry/alarms.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const checkout = useCheckout()

it("taxes by Stripe Tax where it is asked for: nothing without a registration, and the paid order is recorded once", {
  tags: ["MONEY-10"],
}, async () => {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: checkout.sandbox.base })
  const ports = { ...checkout.parts().ports, taxes: stripeTaxes(stripe, alarms) }
  const shopper = async () =>
    ctxFor(checkout.database, (await aCustomer(checkout.database.db)).actor, { ports })
  const melon = await checkout.aVegetable({ priceCents: 1000 })
  const paper = await checkout.aVegetable({ priceCents: 1000, category: "Office Supplies" })
  const basket = [{ productId: melon.id }, { productId: paper.id }]

  expect(await hasTaxRegistration(stripe)).toBe(false)
  const unregistered = await goToCheckout(await shopper(), basket, SHIP_TO)
  expect((await checkout.checkoutRow(unregistered.checkoutId)).taxCents).toBe(0)

  await stripe.tax.registrations.create({
    country: "US",
    active_from: "now",
    country_options: { us: { state: "NY", type: "state_sales_tax" } },
  })
  expect(await hasTaxRegistration(stripe)).toBe(true)
  const ctx = await shopper()
  const { checkoutId } = await goToCheckout(ctx, basket, SHIP_TO)
  const row = await checkout.checkoutRow(checkoutId)
  const parts = await checkout.database.db
    .select()
    .from(checkoutMarkets)
    .where(eq(checkoutMarkets.checkoutId, checkoutId))
  // New York, 4% by the sandbox: the melon is food, the paper is not.
  const paperPart = parts.find((part) => part.marketId === paper.marketId)!
  expect(paperPart.taxCents - paperPart.deliveryTaxCents).toBe(40)
  expect(row).toMatchObject({ taxProvider: "stripe" })
  expect(parts.every((part) => part.taxCalculationId)).toBe(true)

  const completion = await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
  if (completion.outcome !== "completed") throw new Error(completion.outcome)
  const system = { ...checkout.system(), ports: ctx.ports }
  for (const orderId of [...completion.orderIds, ...completion.orderIds])
    await recordSalesTax(system, { orderId })
  const recorded = async (orderId: string) => {
    const [part] = await checkout.database.db
      .select({ ids: checkoutMarkets, order: orders })
      .from(orders)
      .innerJoin(
        checkoutMarkets,
        and(eq(checkoutMarkets.checkoutId, orders.checkoutId), eq(checkoutMarkets.marketId, orders.marketId)),
      )
      .where(eq(orders.id, orderId))
    return part!.ids
  }
  const [cancelled, kept] = completion.orderIds as [string, string]
  const sale = await stripe.tax.transactions.retrieve((await recorded(cancelled)).taxTransactionId!)
  expect(sale).toMatchObject({ type: "transaction", reference: cancelled })

  // After a cancellation the same job reverses this sale and no other, once no matter how often it runs.
  await cancelOrder(system, { orderId: cancelled, reason: "Frost.", by: "system", mine: undefined })
  for (const orderId of [cancelled, kept, cancelled]) await recordSalesTax(system, { orderId })
  const undone = await stripe.tax.transactions.retrieve((await recorded(cancelled)).taxReversalId!)
  expect(undone).toMatchObject({ type: "reversal", reversal: { original_transaction: sale.id } })
  expect((await recorded(kept)).taxReversalId).toBeNull()
  const jobs = await checkout.database.db.select().from(outbox).where(eq(outbox.event, "order.cancelled"))
  expect([jobs.length, Object.keys(EVENTS["order.cancelled"].jobs)]).toEqual([
    1,
    expect.arrayContaining(["record-sales-tax"]),
  ])
})

it("records nothing of an order that was cancelled before, and takes back one that is cancelled meanwhile", {
  tags: ["MONEY-10"],
}, async () => {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: checkout.sandbox.base })
  const taxes = stripeTaxes(stripe, alarms)
  const paper = await checkout.aVegetable({ priceCents: 1000, category: "Office Supplies" })
  const anOrder = async () => {
    const ports = { ...checkout.parts().ports, taxes }
    const ctx = ctxFor(checkout.database, (await aCustomer(checkout.database.db)).actor, { ports })
    await goToCheckout(ctx, [{ productId: paper.id }], SHIP_TO)
    const completion = await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
    if (completion.outcome !== "completed") throw new Error(completion.outcome)
    const [orderId] = completion.orderIds as [string]
    const cancel = () =>
      cancelOrder(
        { ...checkout.system(), ports: ctx.ports },
        { orderId, reason: "Frost.", by: "system", mine: undefined },
      )
    return { orderId, cancel, system: { ...checkout.system(), ports: ctx.ports } }
  }
  const told: string[] = []
  const watching = (meanwhile: () => Promise<void>): Taxes => ({
    ...taxes,
    record: async (sale) => {
      told.push("recorded")
      const made = await taxes.record(sale)
      await meanwhile()
      return made
    },
    reverse: (sale) => {
      told.push("reversed")
      return taxes.reverse(sale)
    },
  })
  const before = await anOrder()
  await before.cancel()
  const { ports } = before.system
  await recordSalesTax({ ...before.system, ports: { ...ports, taxes: watching(async () => {}) } }, before)
  expect(told).toEqual([])
  const during = await anOrder()
  await recordSalesTax({ ...during.system, ports: { ...ports, taxes: watching(during.cancel) } }, during)
  expect(told).toEqual(["recorded", "reversed"])
})

it("is told of each part that was refunded, once, and of the rest when the order is cancelled", {
  tags: ["MONEY-10", "REFUND-11"],
}, async () => {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: checkout.sandbox.base })
  const ports = { ...checkout.parts().ports, taxes: stripeTaxes(stripe, alarms) }
  const ctx = ctxFor(checkout.database, (await aCustomer(checkout.database.db)).actor, { ports })
  const paper = await checkout.aVegetable({ priceCents: 1000, category: "Office Supplies" })
  await goToCheckout(ctx, [{ productId: paper.id }], SHIP_TO)
  const completion = await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
  if (completion.outcome !== "completed") throw new Error(completion.outcome)
  const [orderId] = completion.orderIds as [string]
  const reversed: number[] = []
  const taxes: Taxes = {
    ...ports.taxes,
    reversePart: (part) => {
      reversed.push(part.amountCents)
      return ports.taxes.reversePart(part)
    },
    reverse: (rest) => {
      reversed.push(rest.restCents ?? 0)
      return ports.taxes.reverse(rest)
    },
  }
  const system = { ...checkout.system(), ports: { ...ctx.ports, taxes } }
  const admin = ctxFor(checkout.database, (await anAdmin(checkout.database.db)).actor, { ports })
  const wish = {
    orderId,
    lines: [],
    feeCents: cents(0),
    tipCents: cents(0),
    sentence: "",
    bearer: "seller" as const,
  }
  await refundOrder(admin, { ...wish, amountCents: cents(500), reason: "late" })
  for (const _time of [1, 2]) await recordSalesTax(system, { orderId })
  await refundOrder(admin, { ...wish, amountCents: cents(100), reason: "goodwill" })
  await cancelOrder(system, { orderId, reason: "Frost.", by: "system", mine: undefined })
  for (const _time of [1, 2]) await recordSalesTax(system, { orderId })
  const [order] = await checkout.database.db.select().from(orders).where(eq(orders.id, orderId))
  expect(reversed).toEqual([500, 100, order!.totalCents - 600])
  const [first] = await checkout.database.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.amountCents, cents(500))))
  expect(await stripe.tax.transactions.retrieve(first!.taxReversalId!)).toMatchObject({
    type: "reversal",
    reference: `refund:${first!.id}`,
  })
})
