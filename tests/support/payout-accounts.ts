import { type Sandbox, SECRET_KEY, startSandbox } from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll } from "vitest"
import { connectAccount } from "#core/payouts/connect-account.server.ts"
import type { Ports } from "#core/ports/index.ts"
import { markets } from "#db/schema/index.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { portsTo } from "./checkout.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "./database.ts"

export const GOOD_SSN = "000000000"
export const BAD_SSN = "111111111"
export const GOOD_BANK = "000123456789"
export const CLOSED_BANK = "000111111113"

/** Creates the tokens that a browser would create from a person's input. */
export async function tokensFor(sandbox: Pick<Sandbox, "stripe">, { ssn = GOOD_SSN, bank = GOOD_BANK } = {}) {
  const account = await sandbox.stripe.tokens.create({
    account: {
      business_type: "individual",
      tos_shown_and_accepted: true,
      individual: {
        first_name: "Sam",
        last_name: "Seller",
        email: "sam@example.test",
        phone: "+12125550134",
        id_number: ssn,
        dob: { day: 2, month: 1, year: 1990 },
        address: { line1: "75 9th Ave", city: "New York", state: "NY", postal_code: "10011", country: "US" },
      },
    },
  })
  const bankToken = await sandbox.stripe.tokens.create({
    bank_account: {
      country: "US",
      currency: "usd",
      account_holder_name: "Sam Seller",
      account_holder_type: "individual",
      routing_number: "110000000",
      account_number: bank,
    },
  })
  return { accountToken: account.id, bankToken: bankToken.id }
}

/** A database, a clock and a sandbox that sends no webhooks, with every port that handles money. */
export function usePayoutAccounts(options: { connections?: number } = {}) {
  const database = useDatabase({ connections: 1, ...options })
  const clock = testClock(new Date())
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ config: { webhooks: { paused: true } } })
  })
  afterAll(() => sandbox.kill())
  const ports = (): Partial<Ports> => {
    const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox.base })
    return {
      ...portsTo(sandbox),
      connectedAccounts: stripeAccounts(stripe),
      subscriptions: stripeSubscriptions(stripe),
    }
  }
  const parts = () => ({ ports: ports(), now: clock.now })
  return {
    database,
    clock,
    parts,
    get sandbox() {
      return sandbox
    },
    system: () => systemCtx(database, parts()),
    /** A seller who is registered and approved, but has done nothing else. */
    async aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
      const market = await aMarket(database.db, { onboarded: null, subscription: "none", ...facts })
      return { market, ctx: ctxFor(database, market.actor, parts()) }
    },
    /** A seller whose payout account is enabled. */
    async anOnboardedSeller(tokens: Parameters<typeof tokensFor>[1] = {}) {
      const market = await aMarket(database.db, { onboarded: null, subscription: "none" })
      const ctx = ctxFor(database, market.actor, parts())
      await connectAccount(ctx, {
        ...(await tokensFor(sandbox, tokens)),
        productDescription: "Vegetables",
        schedule: "weekly",
        agree: true,
      })
      return { market, ctx }
    },
    /** Starts and pays a subscription at the provider, without notifying us. */
    async aPaidSubscription(sellerId: string, customer: string) {
      const card = await sandbox.stripe.paymentMethods.attach("pm_card_visa", { customer })
      const price = await sandbox.stripe.prices.create({
        currency: "usd",
        unit_amount: 500,
        recurring: { interval: "month" },
        product_data: { name: "Plan" },
      })
      return sandbox.stripe.subscriptions.create({
        customer,
        items: [{ price: price.id }],
        default_payment_method: card.id,
        metadata: { user_id: sellerId },
      })
    },
    async marketRow(id: string) {
      const [row] = await database.db.select().from(markets).where(eq(markets.id, id))
      return row!
    },
  }
}
