import {
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { tableTaxes } from "#core/checkout/table-taxes.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Ports } from "#core/ports/index.ts"
import type { Geocoder } from "#core/ports/places.ts"
import type { Database } from "#db/client.ts"
import { checkouts, variants } from "#db/schema/index.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripePayments } from "#server/adapters/stripe/stripe-payments.ts"
import { alarms } from "#server/adapters/telemetry/alarms.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { BILLING, type SHIP_TO } from "./billing.ts"
import { ctxFor, systemCtx, type TestDatabaseOptions, testClock, useDatabase } from "./database.ts"

/** Centers of the few ZIP codes that these tests deliver to. */
export const geocoder: Geocoder = {
  async geocode({ zip }) {
    const centres: Record<string, { lat: number; lng: number }> = {
      "10001": { lat: 40.7506, lng: -73.9972 },
      "10009": { lat: 40.7264, lng: -73.9787 },
      "21224": { lat: 39.2881, lng: -76.5378 },
    }
    const centre = centres[zip]
    return centre ? { ...centre, source: "zip" } : null
  },
}

/** Ports with the real Stripe SDK, pointed at a sandbox process. */
export function portsTo(sandbox: {
  base: string
}): Pick<Ports, "alarms" | "payments" | "geocoder" | "taxes"> {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox.base })
  return {
    alarms,
    payments: stripePayments(stripe, [WEBHOOK_SECRET], {
      publishableKey: "pk_test_sandbox",
      localScript: null,
    }),
    geocoder,
    taxes: tableTaxes,
  }
}

type Basket = { productId: string; size?: string; quantity?: number }[]

/** Fills a cart for pickup. */
export async function fillCart(ctx: CustomerContext, basket: Basket): Promise<void> {
  for (const { productId, size = "", quantity = 1 } of basket)
    await addToCart(ctx, { productId, size, quantity })
  await chooseFulfilment(ctx, { fulfilment: "pickup" })
}

/** Goes from an empty cart to checkout, for pickup or to an address. */
export async function goToCheckout(
  ctx: CustomerContext,
  basket: Basket,
  shipTo?: typeof SHIP_TO,
): Promise<{ checkoutId: string }> {
  await fillCart(ctx, basket)
  if (shipTo) await saveShipTo(ctx, shipTo)
  return startCheckout(ctx)
}

type Confirm = { paymentIntents: { confirm(id: string, params: object): Promise<{ status: string }> } }

/** Pays as Pay Now and the card provider's script in the browser do. A rejection of the card is returned. */
export async function payByCard(
  ctx: CustomerContext,
  stripe: Confirm,
  card = "pm_card_visa",
): Promise<{ checkoutId: string; paymentId: string; status: string }> {
  const { checkoutId, paymentId } = await beginPayment(ctx, BILLING)
  const status = await stripe.paymentIntents.confirm(paymentId, { payment_method: card }).then(
    (intent) => intent.status,
    (error: { code?: string }) => error.code ?? "failed",
  )
  return { checkoutId, paymentId, status }
}

export async function stockOf(db: Database, variantId: string): Promise<number | undefined> {
  const [row] = await db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, variantId))
  return row?.stock
}

/**
 * A database, a clock and a sandbox process that sends no webhooks, for the tests of a file. The pool has one
 * connection by default, so that a command that uses the pool inside its own transaction hangs in the test.
 */
export function useCheckout(options: TestDatabaseOptions = {}) {
  const database = useDatabase(options)
  const clock = testClock(new Date())
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ config: { webhooks: { paused: true } } })
  })
  afterAll(() => sandbox.kill())
  const parts = () => ({ ports: portsTo(sandbox), now: clock.now })
  return {
    database,
    clock,
    parts,
    get sandbox() {
      return sandbox
    },
    system: () => systemCtx(database, parts()),
    shopper: async () => ctxFor(database, (await aCustomer(database.db)).actor, parts()),
    aVegetable: async (facts = {}, market = {}) =>
      aProduct(database.db, await aMarket(database.db, market), facts),
    checkoutRow: async (id: string) => {
      const [row] = await database.db.select().from(checkouts).where(eq(checkouts.id, id))
      return row!
    },
  }
}
