import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds, sweepUnfinishedPayments } from "#core/checkout/holds.server.ts"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import { heardAlarms } from "#tests/support/alarms.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, portsTo, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { systemCtx } from "#tests/support/database.ts"
import { type Fake, rejecting, startFake } from "#tests/support/fake-service.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable, checkoutRow } = checkout

/** Stripe's own words for a test-mode payment that is requested with a live key. */
const OTHER_MODE = {
  type: "invalid_request_error",
  code: "resource_missing",
  param: "intent",
  message: "No such payment_intent; a similar object exists in test mode, but a live mode key was used.",
}
const RESTRICTED = {
  type: "invalid_request_error",
  code: "more_permissions_required",
  message: "The provided key does not have the required permissions for this endpoint on account 'acct_1'.",
}
const ODD = { type: "invalid_request_error", code: "api_odd", message: "This cannot be done." }

let outside: Fake
beforeEach(async () => {
  outside = await startFake()
})
afterEach(() => outside.close())

async function paying(stock = 2) {
  const ctx = await shopper()
  const melon = await aVegetable({ stock })
  await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
  const { checkoutId, paymentId } = await beginPayment(ctx, BILLING)
  return { ctx, melon, checkoutId, paymentId }
}

/** The system's context, in which Stripe does not serve requests with one of these ids in their path. */
function withoutServing(ids: string[], error: Record<string, string>, status: number) {
  const picks = ({ path }: { path: string }) => ids.some((id) => path.includes(id))
  outside.answers(rejecting(picks, error, status, checkout.sandbox.base))
  const { alarms, heard } = heardAlarms()
  const ports = { ...portsTo({ base: outside.url }), alarms }
  return { ctx: systemCtx(database, { ...checkout.parts(), ports }), ports, heard }
}

describe("a checkout whose payment Stripe does not serve", () => {
  it.each([
    ["does not know", OTHER_MODE, 404],
    ["may not be asked for by our key", RESTRICTED, 403],
    ["rejects for another reason", ODD, 400],
  ])(
    "keeps no other: it %s, the stock goes back with an alarm",
    { tags: ["PAY-41"] },
    async (_, error, status) => {
      const bad = await paying()
      clock.advance({ seconds: 1 })
      const healthy = await paying()
      clock.advance({ seconds: 1 })
      const paid = await paying()
      await checkout.sandbox.stripe.paymentIntents.confirm(paid.paymentId, { payment_method: "pm_card_visa" })
      clock.advance({ minutes: 2 })
      const { ctx, heard } = withoutServing([bad.paymentId], error, status)

      await sweepUnfinishedPayments(ctx)
      expect((await checkoutRow(paid.checkoutId)).status).toBe("completed")

      clock.advance({ minutes: 30 })
      await expireHolds(ctx)
      expect((await checkoutRow(bad.checkoutId)).status).toBe("released")
      expect((await checkoutRow(healthy.checkoutId)).status).toBe("released")
      expect(await stockOf(database.db, bad.melon.variantId)).toBe(2)
      expect(await stockOf(database.db, healthy.melon.variantId)).toBe(2)
      expect(heard).toEqual([
        ["checkout_unserved", { checkoutId: bad.checkoutId, providerId: bad.paymentId }],
      ])
    },
  )

  it("is paid again by a customer who presses Pay Now again", { tags: ["PAY-41"] }, async () => {
    const { ctx, checkoutId, paymentId } = await paying()
    const { ports } = withoutServing([paymentId], OTHER_MODE, 404)
    const again = await beginPayment({ ...ctx, ports: { ...ctx.ports, ...ports } }, BILLING)
    expect(again.checkoutId).toBe(checkoutId)
  })

  it("is paid on a new page by a customer without JavaScript", { tags: ["PAY-41"] }, async () => {
    const { ctx, checkoutId } = await paying()
    const back = { successUrl: "https://p.example/pay/return", cancelUrl: "https://p.example/pay" }
    await startHostedCheckout(ctx, { billing: BILLING, ...back })
    const { stripeCheckoutSessionId } = await checkoutRow(checkoutId)
    const { ports } = withoutServing([stripeCheckoutSessionId ?? "?"], OTHER_MODE, 404)
    const again = await startHostedCheckout(
      { ...ctx, ports: { ...ctx.ports, ...ports } },
      { billing: BILLING, ...back },
    )
    expect((await checkoutRow(checkoutId)).stripeCheckoutSessionId).not.toBe(stripeCheckoutSessionId)
    expect(again.checkoutId).toBe(checkoutId)
  })

  it("becomes an order or a refund when its payment comes after all", { tags: ["PAY-41"] }, async () => {
    const { checkoutId, paymentId, ctx, melon } = await paying()
    await payByCard(ctx, checkout.sandbox.stripe)
    clock.advance({ minutes: 40 })
    await expireHolds(withoutServing([paymentId], RESTRICTED, 403).ctx)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    expect((await completeCheckout(system(), { checkoutId, paymentId })).outcome).toBe("completed")
    expect(await stockOf(database.db, melon.variantId)).toBe(0)
  })
})
