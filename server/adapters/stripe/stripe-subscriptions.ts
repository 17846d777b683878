import Stripe from "stripe"
import { DomainError } from "#core/errors.ts"
import type { SubscriptionStatus } from "#core/identity/states.ts"
import { add, type Cents, cents, ZERO } from "#core/money.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import type { ProviderSubscription, Subscriptions } from "#core/ports/subscriptions.ts"
import { idOf } from "./from-stripe.ts"
import { stripeCardPages } from "./stripe-card-pages.ts"
import { asking, isOver, making, parametersDigest } from "./stripe-errors.ts"

const PRICE_KEY = "seller-monthly"
const MONTHLY_CENTS = 500

const STATES: Record<Stripe.Subscription.Status, SubscriptionStatus> = {
  incomplete: "incomplete",
  incomplete_expired: "none",
  trialing: "active",
  active: "active",
  past_due: "past_due",
  // Every retry failed: Stripe tries nothing more, and the seller can't sell.
  unpaid: "cancelled",
  paused: "cancelled",
  canceled: "cancelled",
}

const ENDED: readonly Stripe.Subscription.Status[] = ["canceled", "incomplete_expired"]

const WITH_SECRET = { expand: ["latest_invoice.confirmation_secret"] }

/**
 * Monthly subscriptions by Stripe Billing. `priceId` is the configured price; without one a price is looked up or
 * created.
 */
export function stripeSubscriptions(stripe: Stripe, priceId?: string): Subscriptions {
  const find = async (subscriptionId: string) =>
    subscription(await asking(() => stripe.subscriptions.retrieve(subscriptionId, WITH_SECRET)))
  return {
    find,
    async customerFor({ userId, email, name }) {
      const customer = { email, name, metadata: { user_id: userId } }
      const key = `customer:seller:${userId}:${parametersDigest(customer)}`
      return (await making(key, (once) => stripe.customers.create(customer, once))).id
    },
    changeCard: (customerId, card) => charging(() => changeCard(stripe, customerId, card)),
    async begin({ userId, customerId, attempt }) {
      const price = await priceOf(stripe, priceId)
      const begun = await charging(() =>
        making(`plan:${userId}:${attempt}`, (once) =>
          stripe.subscriptions.create(
            {
              customer: customerId,
              items: [{ price }],
              payment_behavior: "default_incomplete",
              payment_settings: { save_default_payment_method: "on_subscription" },
              metadata: { user_id: userId },
              ...WITH_SECRET,
            },
            once,
          ),
        ),
      )
      return subscription(begun)
    },
    async payOpen(subscriptionId) {
      const open = await asking(() => stripe.invoices.list({ subscription: subscriptionId, status: "open" }))
      for (const invoice of open.data) if (invoice.id) await charging(() => stripe.invoices.pay(invoice.id))
      return find(subscriptionId)
    },
    async subscriptionsOf(customer) {
      const all = await asking(() => stripe.subscriptions.list({ customer, status: "all", limit: 100 }))
      return all.data
        .filter(({ status }) => !ENDED.includes(status))
        .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
        .map(subscription)
    },
    async giveBack(subscriptionId) {
      let givenBack = ZERO
      for (const { id, status } of await invoicesOf(stripe, subscriptionId))
        if (status === "paid") givenBack = add(givenBack, await refundInvoice(stripe, id))
      return givenBack
    },
    async cancel(subscriptionId) {
      for (const { id, status } of await invoicesOf(stripe, subscriptionId))
        if (status === "open") await asking(() => stripe.invoices.voidInvoice(id), "changed")
      try {
        return subscription(await asking(() => stripe.subscriptions.cancel(subscriptionId), "changed"))
      } catch (error) {
        if ((error instanceof DomainError && error.code === "not_found") || isOver(error))
          return find(subscriptionId)
        throw error
      }
    },
    ...stripeCardPages(stripe, () => priceOf(stripe, priceId)),
  }
}

const invoicesOf = async (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  (await asking(() => stripe.invoices.list({ subscription, limit: 100 }), "changed")).data

/** Refunds one month's payment to the card. If it was already refunded in any way, nothing changes. */
async function refundInvoice(stripe: Stripe, invoice: string): Promise<Cents> {
  const payments = await asking(() => stripe.invoicePayments.list({ invoice, status: "paid" }), "refunded")
  let givenBack = ZERO
  for (const { amount_paid, payment } of payments.data) {
    const paid = idOf(payment.payment_intent)
    if (!paid) continue
    try {
      await asking(
        () =>
          stripe.refunds.create(
            { payment_intent: paid, reason: "duplicate" },
            { idempotencyKey: `plan-refund:${paid}` },
          ),
        "refunded",
      )
    } catch (error) {
      const gone = error instanceof Stripe.errors.StripeInvalidRequestError
      if (!gone || error.code !== "charge_already_refunded") throw error
    }
    givenBack = add(givenBack, cents(amount_paid ?? 0))
  }
  return givenBack
}

async function changeCard(stripe: Stripe, customerId: string, card: string): Promise<string> {
  const method = card.startsWith("tok_")
    ? await stripe.paymentMethods.create({ type: "card", card: { token: card } })
    : { id: card }
  const attached = await stripe.paymentMethods.attach(method.id, { customer: customerId })
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: attached.id },
  })
  const subscriptions = await stripe.subscriptions.list({ customer: customerId })
  // The list includes subscriptions whose first month was never paid, which cannot be changed.
  for (const { id, status } of subscriptions.data)
    if (!ENDED.includes(status))
      await stripe.subscriptions.update(id, { default_payment_method: attached.id })
  return attached.id
}

async function priceOf(stripe: Stripe, configured: string | undefined): Promise<string> {
  if (configured) return configured
  const known = await asking(() => stripe.prices.list({ lookup_keys: [PRICE_KEY], active: true }))
  const [price] = known.data
  if (price) return price.id
  const made = await making(PRICE_KEY, (once) =>
    stripe.prices.create(
      {
        currency: "usd",
        unit_amount: MONTHLY_CENTS,
        recurring: { interval: "month" },
        lookup_key: PRICE_KEY,
        product_data: { name: "Pushcart seller plan" },
      },
      once,
    ),
  )
  return made.id
}

function subscription(subscription: Stripe.Subscription): ProviderSubscription {
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    userId: subscription.metadata.user_id ?? null,
    state: STATES[subscription.status] ?? "cancelled",
    clientSecret: invoice?.status === "open" ? (invoice.confirmation_secret?.client_secret ?? null) : null,
  }
}

/** Turns a rejected card into an error message for its holder. */
async function charging<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await asking(call)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new DomainError(
        "payment_failed",
        cardFailureMessage({ code: error.code ?? null, declineCode: error.decline_code ?? null }),
      )
    throw error
  }
}
