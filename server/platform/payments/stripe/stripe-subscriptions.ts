import Stripe from "stripe"
import type { Subscription } from "#core/accounts/states.ts"
import { DomainError } from "#core/errors.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import type { PlanTruth, Subscriptions } from "#core/ports/subscriptions.ts"
import { asking } from "./stripe-errors.ts"

const PRICE_KEY = "seller-monthly"
const MONTHLY_CENTS = 500

const STATES: Record<Stripe.Subscription.Status, Subscription> = {
  incomplete: "incomplete",
  incomplete_expired: "none",
  trialing: "active",
  active: "active",
  past_due: "past_due",
  // Every retry failed: nothing more is tried, and nothing can be sold.
  unpaid: "cancelled",
  paused: "cancelled",
  canceled: "cancelled",
}

const WITH_SECRET = { expand: ["latest_invoice.confirmation_secret"] }

/** Monthly plans by Stripe Billing. `priceId` is the configured price; without one it is looked up, or made. */
export function stripeSubscriptions(stripe: Stripe, priceId?: string): Subscriptions {
  const find = async (planId: string) =>
    plan(await asking(() => stripe.subscriptions.retrieve(planId, WITH_SECRET)))
  return {
    find,
    async customerFor({ userId, email, name }) {
      const made = await asking(() =>
        stripe.customers.create(
          { email, name, metadata: { user_id: userId } },
          { idempotencyKey: `customer:seller:${userId}` },
        ),
      )
      return made.id
    },
    changeCard: (customerId, card) => charging(() => changeCard(stripe, customerId, card)),
    async begin({ userId, customerId, attempt }) {
      const price = await priceOf(stripe, priceId)
      const begun = await charging(() =>
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price }],
            payment_behavior: "default_incomplete",
            payment_settings: { save_default_payment_method: "on_subscription" },
            metadata: { user_id: userId },
            ...WITH_SECRET,
          },
          { idempotencyKey: `plan:${userId}:${attempt}` },
        ),
      )
      return plan(begun)
    },
    async payOpen(planId) {
      const open = await asking(() => stripe.invoices.list({ subscription: planId, status: "open" }))
      for (const invoice of open.data) if (invoice.id) await charging(() => stripe.invoices.pay(invoice.id))
      return find(planId)
    },
    async cancel(planId) {
      try {
        return plan(await asking(() => stripe.subscriptions.cancel(planId)))
      } catch (error) {
        if (error instanceof DomainError && error.code === "not_found") return find(planId)
        throw error
      }
    },
    ...cardPages(stripe, priceId),
  }
}

function cardPages(
  stripe: Stripe,
  priceId: string | undefined,
): Pick<Subscriptions, "createPlanPage" | "createCardPage" | "findCardPage"> {
  const urls = ({ successUrl, cancelUrl }: { successUrl: string; cancelUrl: string }) => ({
    success_url: successUrl.replace("{page}", "{CHECKOUT_SESSION_ID}"),
    cancel_url: cancelUrl,
  })
  return {
    async createPlanPage({ userId, customerId, ...back }) {
      const price = await priceOf(stripe, priceId)
      await asking(() => expirePlanPages(stripe, customerId))
      return asking(() =>
        stripe.checkout.sessions.create({
          mode: "subscription",
          customer: customerId,
          line_items: [{ price, quantity: 1 }],
          subscription_data: { metadata: { user_id: userId } },
          ...urls(back),
        }),
      )
    },
    createCardPage: ({ customerId, ...back }) =>
      asking(() =>
        stripe.checkout.sessions.create({
          mode: "setup",
          currency: "usd",
          customer: customerId,
          ...urls(back),
        }),
      ),
    async findCardPage(pageId) {
      const page = await asking(() => stripe.checkout.sessions.retrieve(pageId, { expand: ["setup_intent"] }))
      const setup = typeof page.setup_intent === "string" ? null : page.setup_intent
      return {
        customerId: idOf(page.customer),
        planId: idOf(page.subscription),
        cardId: setup ? idOf(setup.payment_method) : null,
      }
    },
  }
}

async function changeCard(stripe: Stripe, customerId: string, card: string): Promise<string> {
  const method = card.startsWith("tok_")
    ? await stripe.paymentMethods.create({ type: "card", card: { token: card } })
    : { id: card }
  const attached = await stripe.paymentMethods.attach(method.id, { customer: customerId })
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: attached.id },
  })
  const plans = await stripe.subscriptions.list({ customer: customerId })
  for (const { id } of plans.data)
    await stripe.subscriptions.update(id, { default_payment_method: attached.id })
  return attached.id
}

async function priceOf(stripe: Stripe, configured: string | undefined): Promise<string> {
  if (configured) return configured
  const known = await asking(() => stripe.prices.list({ lookup_keys: [PRICE_KEY], active: true }))
  const [price] = known.data
  if (price) return price.id
  const made = await asking(() =>
    stripe.prices.create(
      {
        currency: "usd",
        unit_amount: MONTHLY_CENTS,
        recurring: { interval: "month" },
        lookup_key: PRICE_KEY,
        product_data: { name: "Pushcart seller plan" },
      },
      { idempotencyKey: PRICE_KEY },
    ),
  )
  return made.id
}

/** A page that was opened before, in another tab say, cannot be paid any more: there would be two plans. */
async function expirePlanPages(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 })
  for (const { id, mode } of open.data) {
    if (mode === "subscription") await stripe.checkout.sessions.expire(id)
  }
}

function plan(subscription: Stripe.Subscription): PlanTruth {
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    userId: subscription.metadata.user_id ?? null,
    state: STATES[subscription.status] ?? "cancelled",
    clientSecret: invoice?.status === "open" ? (invoice.confirmation_secret?.client_secret ?? null) : null,
  }
}

/** A refused card is told to its holder in a sentence. */
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

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null)
