import Stripe from "stripe"
import type { Payments } from "#core/ports/payments.ts"
import { cardPayment, WITH_CARD } from "./from-stripe.ts"
import { asking, isMissing, isOver, making } from "./stripe-errors.ts"

type CardCalls = Pick<
  Payments,
  "createCustomer" | "deleteCustomer" | "setCardUse" | "payWithCard" | "forgetCard"
>

/** Saved cards: Stripe keeps a card as a payment method that is attached to a customer. */
export const cardCalls = (stripe: Stripe): CardCalls => ({
  async createCustomer(userId) {
    const customer = { metadata: { user_id: userId } }
    return (await making(`customer:buyer:${userId}`, (once) => stripe.customers.create(customer, once))).id
  },
  async deleteCustomer(customerId) {
    await asking(() => unlessGone(stripe.customers.del(customerId)), "changed")
  },
  async setCardUse(paymentId, { customerId, savesCard }) {
    const use: Stripe.PaymentIntentUpdateParams = {
      ...(customerId ? { customer: customerId } : {}),
      setup_future_usage: savesCard ? "on_session" : "",
      ...WITH_CARD,
    }
    return cardPayment(await asking(() => stripe.paymentIntents.update(paymentId, use)))
  },
  async payWithCard(paymentId, { methodId, returnUrl }) {
    const card = { payment_method: methodId, return_url: returnUrl, ...WITH_CARD }
    const confirmed = await asking(() => unlessRejected(stripe.paymentIntents.confirm(paymentId, card)))
    return cardPayment(
      confirmed ?? (await asking(() => stripe.paymentIntents.retrieve(paymentId, WITH_CARD))),
    )
  },
  async forgetCard(methodId) {
    await asking(() => unlessGone(stripe.paymentMethods.detach(methodId)), "changed")
  },
})

/** Null for a declined card and for a payment that another tab has already paid: the payment says which. */
async function unlessRejected<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || isOver(error)) return null
    throw error
  }
}

/** Ignores that the customer or the card is gone, or that the card is no longer attached to anybody. */
async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isMissing(error) && !isOver(error)) throw error
  }
}
