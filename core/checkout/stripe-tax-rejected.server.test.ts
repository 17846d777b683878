import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { checkouts } from "#db/schema/index.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeTaxes } from "#server/adapters/stripe/stripe-taxes.ts"
import { heardAlarms } from "#tests/support/alarms.ts"
import { createTestApi } from "#tests/support/api.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { type Fake, rejecting, startFake } from "#tests/support/fake-service.ts"

const checkout = useCheckout()
const { database } = checkout

/** Stripe's own words. */
const BAD_ADDRESS = {
  type: "invalid_request_error",
  code: "customer_tax_location_invalid",
  param: "customer_details[address]",
  message: "We could not determine the customer's tax location based on the provided customer address.",
}
const NOT_ACTIVATED = {
  type: "invalid_request_error",
  message:
    "Stripe Tax has not been activated on your account. Please visit https://dashboard.stripe.com/tax.",
}

let outside: Fake
beforeEach(async () => {
  outside = await startFake()
})
afterEach(() => outside.close())

/** A customer with a full cart, whose taxes Stripe rejects. */
async function shopping(rejection: Record<string, string>) {
  const isTax = ({ path }: { path: string }) => path === "/v1/tax/calculations"
  outside.answers(rejecting(isTax, rejection, 400, checkout.sandbox.base))
  const { alarms, heard } = heardAlarms()
  const taxes = stripeTaxes(stripeClient({ secretKey: SECRET_KEY, apiUrl: outside.url }), alarms)
  const ports = { ...checkout.parts().ports, alarms, taxes }
  const { actor } = await aCustomer(database.db)
  const ctx = ctxFor(database, actor, { ...checkout.parts(), ports })
  const melon = await checkout.aVegetable({ stock: 2 })
  await fillCart(ctx, [{ productId: melon.id, quantity: 2 }])
  const nothingHeld = async () => {
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    const rows = await database.db.select().from(checkouts).where(eq(checkouts.customerId, actor.userId))
    expect(rows).toEqual([])
    expect(outside.seen.filter(({ path }) => path !== "/v1/tax/calculations")).toEqual([])
  }
  return { ctx, actor, ports, melon, heard, nothingHeld }
}

describe("what Stripe Tax rejects", () => {
  it("is an error of the address that the customer typed, by its field", { tags: ["MONEY-21"] }, async () => {
    const { ctx, heard, nothingHeld } = await shopping(BAD_ADDRESS)
    await saveShipTo(ctx, SHIP_TO)
    await expect(startCheckout(ctx)).rejects.toMatchObject({
      code: "invalid",
      field: "address",
      message: expect.stringMatching(/couldn't find this address.*Nothing was charged/),
    })
    expect(heard).toEqual([])
    await nothingHeld()
  })

  it("is a sentence, and an alarm, where the address is the market's", { tags: ["MONEY-21"] }, async () => {
    const { ctx, heard, melon, nothingHeld } = await shopping(BAD_ADDRESS)
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    await expect(startCheckout(ctx)).rejects.toMatchObject({
      code: "provider_down",
      message: expect.stringMatching(/problem on our side.*been charged/),
    })
    expect(heard).toEqual([
      ["tax_refused", { code: "customer_tax_location_invalid", marketId: melon.marketId }],
    ])
    await nothingHeld()
  })

  it("is a sentence, and an alarm, where Stripe Tax is not set up", { tags: ["MONEY-21"] }, async () => {
    const { ctx, heard, nothingHeld } = await shopping(NOT_ACTIVATED)
    await saveShipTo(ctx, SHIP_TO)
    await expect(startCheckout(ctx)).rejects.toMatchObject({
      code: "provider_down",
      message: expect.stringMatching(/problem on our side.*been charged/),
    })
    expect(heard).toEqual([["tax_refused", { code: "none", requestId: "none" }]])
    await nothingHeld()
  })

  it.each([
    ["an address", BAD_ADDRESS, 422, { address: [expect.stringContaining("couldn't find this address")] }],
    ["our account", NOT_ACTIVATED, 503, undefined],
  ])(
    "is a problem of the API, with the field: %s",
    { tags: ["MONEY-21"] },
    async (_, rejection, status, errors) => {
      const { ctx, actor, ports, nothingHeld } = await shopping(rejection)
      await saveShipTo(ctx, SHIP_TO)
      await chooseFulfilment(ctx, { fulfilment: "delivery" })
      const api = createTestApi(database, { ports })
      const cookie = await api.signedIn(actor)
      const answer = await api.call("POST", "/pay/paymentIntent", { value: 1 }, { cookie })
      expect(answer.status).toBe(status)
      expect((await answer.json()).errors).toEqual(errors)
      await nothingHeld()
    },
  )
})
