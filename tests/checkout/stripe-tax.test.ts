import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { recordSalesTax } from "#core/orders/record-sales-tax.server.ts"
import { checkoutMarkets } from "#db/schema/index.ts"
import { stripeClient } from "#server/platform/payments/stripe/stripe-client.ts"
import { hasTaxRegistration, stripeTaxes } from "#server/platform/payments/stripe/stripe-taxes.ts"
import { aCustomer } from "#tests/factories/people.ts"
import { ctxFor } from "#tests/support/database.ts"
import { SECRET_KEY } from "../stripe-sandbox/start-sandbox.ts"
import { SHIP_TO } from "./billing.ts"
import { goToTill, payByCard, useTill } from "./till.ts"

const till = useTill()

it("taxes by Stripe Tax where it is asked for: nothing without a registration, and the paid order is recorded once", async () => {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: till.sandbox.base })
  const ports = { ...till.parts().ports, taxes: stripeTaxes(stripe) }
  const shopper = async () => ctxFor(till.database, (await aCustomer(till.database.db)).actor, { ports })
  const melon = await till.aVegetable({ priceCents: 1000 })
  const paper = await till.aVegetable({ priceCents: 1000, category: "Office Supplies" })
  const basket = [{ productId: melon.id }, { productId: paper.id }]

  expect(await hasTaxRegistration(stripe)).toBe(false)
  const unregistered = await goToTill(await shopper(), basket, SHIP_TO)
  expect((await till.checkoutRow(unregistered.checkoutId)).taxCents).toBe(0)

  await stripe.tax.registrations.create({
    country: "US",
    active_from: "now",
    country_options: { us: { state: "NY", type: "state_sales_tax" } },
  })
  expect(await hasTaxRegistration(stripe)).toBe(true)
  const ctx = await shopper()
  const { checkoutId } = await goToTill(ctx, basket, SHIP_TO)
  const row = await till.checkoutRow(checkoutId)
  const parts = await till.database.db
    .select()
    .from(checkoutMarkets)
    .where(eq(checkoutMarkets.checkoutId, checkoutId))
  // New York, 4% by the sandbox: the melon is food, the paper is not.
  const paperPart = parts.find((part) => part.marketId === paper.marketId)!
  expect(paperPart.taxCents - paperPart.deliveryTaxCents).toBe(40)
  expect(row).toMatchObject({ taxProvider: "stripe" })
  expect(parts.every((part) => part.taxCalculationId)).toBe(true)

  const completion = await completeCheckout(ctx, await payByCard(ctx, till.sandbox.stripe))
  if (completion.outcome !== "completed") throw new Error(completion.outcome)
  const system = { ...till.system(), ports: ctx.ports }
  for (const orderId of [...completion.orderIds, ...completion.orderIds])
    await recordSalesTax(system, { orderId })
})
