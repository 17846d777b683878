import { eq } from "drizzle-orm"
import PQueue from "p-queue"
import type Stripe from "stripe"
import type { Database } from "../../../db/client.ts"
import { couriers, markets, users } from "../../../db/schema/index.ts"
import { newAccount } from "../../../server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "../../../server/adapters/stripe/stripe-client.ts"

const AT_ONCE = 8
/** Stripe's own test values: a bank account that accepts payouts, and identity numbers that match and do not. */
const TEST_BANK = { account_number: "000123456789", routing_number: "110000000" }
const MATCHING_ID_NUMBER = "000000000"
const OTHER_ID_NUMBER = "222222222"

type Holder = {
  userId: string
  role: "seller" | "deliverer"
  email: string
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  state: string
  zip: string
  onboarded: boolean | null
  requirements: string[]
}

/**
 * Creates a connected account in the sandbox for every demo seller and courier who has begun onboarding, and the
 * sellers' subscriptions.
 */
export async function openStripeAccounts(
  db: Database,
  sandbox: { secretKey: string; apiUrl: string },
): Promise<void> {
  const stripe = stripeClient(sandbox)
  for (const table of [markets, couriers] as const) {
    const holders = await ownersIn(db, table)
    await inParallel(holders, async (holder) => {
      const { id } = await stripe.accounts.create(accountOf(holder))
      await db.update(table).set({ stripeAccountId: id }).where(eq(table.userId, holder.userId))
    })
  }
  await subscribeSellers(db, stripe)
}

async function ownersIn(db: Database, table: typeof markets | typeof couriers): Promise<Holder[]> {
  const rows = await db
    .select({
      userId: table.userId,
      email: users.email,
      firstName: table.firstName,
      lastName: table.lastName,
      phone: table.phone,
      address: table.address,
      city: table.city,
      state: table.state,
      zip: table.zip,
      onboarded: table.onboarded,
      requirements: table.requirements,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
  const role = table === markets ? "seller" : "deliverer"
  return rows.flatMap((row) => (row.onboarded === null ? [] : [{ ...row, role }]))
}

function accountOf(holder: Holder): Stripe.AccountCreateParams {
  const { email, firstName, lastName, phone } = holder
  const { address: line1, city, state, zip: postal_code } = holder
  const lacks = (name: string) => holder.requirements.includes(name)
  return {
    ...newAccount(holder),
    business_type: "individual",
    // People who were rejected have not provided what Stripe requires.
    business_profile: {
      mcc: "5411",
      ...(lacks("business_profile.url")
        ? {}
        : { product_description: "Food and goods from the neighborhood." }),
    },
    individual: {
      email,
      first_name: firstName,
      last_name: lastName,
      phone: `+1${phone.replaceAll("-", "")}`,
      address: { line1, city, state, postal_code, country: "US" },
      dob: { day: 1, month: 1, year: 1990 },
      id_number: lacks("individual.verification.document") ? OTHER_ID_NUMBER : MATCHING_ID_NUMBER,
    },
    external_account: { object: "bank_account", country: "US", currency: "usd", ...TEST_BANK },
    tos_acceptance: { date: Math.floor(Date.now() / 1000), ip: "127.0.0.1" },
  }
}

async function subscribeSellers(db: Database, stripe: Stripe): Promise<void> {
  const sellers = await db
    .select({
      userId: markets.userId,
      email: users.email,
      name: users.name,
      subscription: markets.subscription,
    })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
  const subscribed = sellers.filter(({ subscription }) => subscription !== "none")
  const subscription = await stripe.products.create({ name: "Pushcart seller plan" })
  const price = await stripe.prices.create({
    product: subscription.id,
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
    lookup_key: "seller-monthly",
  })
  await inParallel(subscribed, async ({ userId, email, name, subscription }) => {
    const customer = await stripe.customers.create({ email, name })
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id })
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: card.id,
    })
    if (subscription === "cancelled") await stripe.subscriptions.cancel(id)
    await db
      .update(markets)
      .set({ stripeCustomerId: customer.id, stripeSubscriptionId: id })
      .where(eq(markets.userId, userId))
  })
}

async function inParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  await new PQueue({ concurrency: AT_ONCE }).addAll(list.map((item) => () => work(item)))
}
