import { type Cents, formatMoney } from "#core/money.ts"
import { type NewOrder, newOrderText } from "#core/orders/new-order-text.ts"
import { type PushedOrder, type PushMessage, tagOf } from "./push-message.ts"

const toSeller = (order: PushedOrder) =>
  ({ role: "seller", url: `/order-seller?OrderID=${order.orderId}`, tag: tagOf(order) }) as const

const ofNewOrder = ({ id, ...order }: NewOrder) => ({ orderId: id, ...order })

/** "New order 100241: Joe, pickup Sat, Nov 28, 9–10 am, 7 items, you receive $43.70" */
export const newOrderPush = (order: NewOrder): PushMessage => ({
  ...toSeller(ofNewOrder(order)),
  title: `New order ${order.number}`,
  text: newOrderText(order),
})

export const orderWaitingPush = (order: NewOrder): PushMessage => ({
  ...toSeller(ofNewOrder(order)),
  title: `Order ${order.number} is waiting`,
  text: newOrderText(order),
})

export const reminderPush = (order: PushedOrder, warning: string): PushMessage => ({
  ...toSeller(order),
  title: `Order ${order.number} needs your attention`,
  text: warning,
})

export const cancelledSalePush = (order: PushedOrder): PushMessage => ({
  ...toSeller(order),
  title: `Order ${order.number} was canceled`,
  text: "If you still have it, don't hand it over. The reason is on its page.",
})

export const disputePush = (order: PushedOrder): PushMessage => ({
  ...toSeller(order),
  title: `The payment for order ${order.number} is disputed`,
  text: "If you still have it, please hold on to it.",
})

export const payoutFailedPush = (amountCents: Cents): PushMessage => ({
  role: "seller",
  title: "A payout didn't go through",
  text: `Your bank returned ${formatMoney(amountCents)}. It is back in your balance.`,
  url: "/market-dashboard",
  tag: "payout-failed",
})

export const requirementsPush: PushMessage = {
  role: "seller",
  title: "Stripe needs more information",
  text: "It may hold your payouts until it has it.",
  url: "/requirement",
  tag: "requirements",
}

/** By the status of the subscription; undefined for one that needs nothing from the seller. */
export const subscriptionPush = (status: string): PushMessage | undefined => SUBSCRIPTION[status]

const SUBSCRIPTION: { readonly [status: string]: PushMessage } = {
  past_due: {
    role: "seller",
    title: "We couldn't charge your card",
    text: "Your market closes if it can't be charged. Add another card.",
    url: "/updateCard",
    tag: "subscription",
  },
  cancelled: {
    role: "seller",
    title: "Your subscription has ended",
    text: "Your products are no longer listed. You can subscribe again at any time.",
    url: "/register-subscription",
    tag: "subscription",
  },
}
