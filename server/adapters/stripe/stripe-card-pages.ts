import type Stripe from "stripe"
import type { CardPageReturn, Subscriptions } from "#core/ports/subscriptions.ts"
import { idOf } from "./from-stripe.ts"
import { asking, isOver } from "./stripe-errors.ts"

type CardPages = Pick<
  Subscriptions,
  "createSubscriptionPage" | "createCardPage" | "closeSubscriptionPages" | "findCardPage"
>

/** Stripe's hosted pages for a subscription and for its card. */
export function stripeCardPages(stripe: Stripe, priceOf: () => Promise<string>): CardPages {
  const urls = ({ successUrl, cancelUrl }: CardPageReturn) => ({
    success_url: successUrl.replace("{page}", "{CHECKOUT_SESSION_ID}"),
    cancel_url: cancelUrl,
  })
  return {
    async createSubscriptionPage({ userId, customerId, ...back }) {
      const price = await priceOf()
      const pages = await subscriptionPages(stripe, customerId)
      const mine = pages.find(
        ({ status, success_url }) => isOpen(status) && success_url === urls(back).success_url,
      )
      if (mine) return mine
      await expire(stripe, pages)
      // Two tabs at the same instant read the same last page, so they use the same key and get the same next page.
      const attempt = pages[0]?.id ?? "first"
      return asking(() =>
        stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: customerId,
            line_items: [{ price, quantity: 1 }],
            subscription_data: { metadata: { user_id: userId } },
            ...urls(back),
          },
          { idempotencyKey: `plan-page:${customerId}:${attempt}` },
        ),
      )
    },
    async closeSubscriptionPages(customerId) {
      await expire(stripe, await subscriptionPages(stripe, customerId))
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
        subscriptionId: idOf(page.subscription),
        cardId: setup ? idOf(setup.payment_method) : null,
      }
    },
  }
}

/** Every page for a subscription that a customer ever had, newest first. */
async function subscriptionPages(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const pages = await asking(() => stripe.checkout.sessions.list({ customer, limit: 100 }))
  return pages.data.filter(({ mode }) => mode === "subscription")
}

async function expire(stripe: Stripe, pages: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id, status } of pages) {
    if (!isOpen(status)) continue
    try {
      await asking(() => stripe.checkout.sessions.expire(id))
    } catch (error) {
      // The page was paid or expired after the list was read.
      if (!isOver(error)) throw error
    }
  }
}

const isOpen = (status: Stripe.Checkout.Session.Status | null): boolean => status === "open"
