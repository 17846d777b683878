import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { collectInvoice, invoicePaymentEnded, setStatus, subscriptionOf } from "./collect-invoice.ts"
import { newInvoice } from "./new-invoice.ts"
import { addInterval, periodEnd, type Subscription } from "./new-subscription.ts"

const ENDED = ["canceled", "incomplete_expired"]

/** Registers the timed tasks of subscriptions: renewals, payment retries, and the end of unpaid subscriptions. */
export function addSubscriptionTasks(world: World): void {
  world.paymentOwners.invoice = invoicePaymentEnded
  world.tasks["subscription.renew"] = renew
  world.tasks["subscription.expire"] = expireIncomplete
  world.tasks["invoice.retry"] = retry
  world.tasks["subscription.give-up"] = (_, id) => {
    const account = world.store.accountOf(id)
    const subscription = world.store.find("subscription", id, account)
    if (subscription?.status === "past_due")
      cancelSubscription(world, account, subscription, "payment_failed")
  }
}

function renew(world: World, id: string): void {
  const account = world.store.accountOf(id)
  const subscription = world.store.find("subscription", id, account)
  if (!subscription || ENDED.includes(subscription.status) || subscription.status === "incomplete") return
  if (subscription.cancel_at_period_end) {
    cancelSubscription(world, account, subscription, "cancellation_requested")
    return
  }
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: item.price.recurring
      ? addInterval(item.current_period_end, item.price.recurring)
      : item.current_period_end,
  }))
  const renewed = { ...subscription, items: { ...subscription.items, data: items } }
  const invoice = newInvoice(world, account, renewed, "subscription_cycle")
  const saved = world.store.save({ ...renewed, latest_invoice: invoice.id })
  emitEvent(world, "customer.subscription.updated", saved, account, {
    latest_invoice: subscription.latest_invoice,
  })
  world.later("subscription.renew", id, periodEnd(saved))
  const declined = collectInvoice(world, account, invoice)
  if (declined && !declined.fields.payment_intent) noCard(world, account, invoice.id)
}

/**
 * Reports a failed payment to the invoice if there is no card: then there is no payment whose failure would report it.
 */
function noCard(world: World, account: string, invoiceId: string): void {
  const { intent = "" } = world.store.hidden<{ intent: string }>(invoiceId)
  invoicePaymentEnded(world, invoiceId, world.store.get("payment_intent", intent, account))
}

function retry(world: World, invoiceId: string): void {
  const account = world.store.accountOf(invoiceId)
  const invoice = world.store.find("invoice", invoiceId, account)
  if (invoice?.status !== "open" || subscriptionOf(world, account, invoice)?.status !== "past_due") return
  const declined = collectInvoice(world, account, invoice)
  if (declined && !declined.fields.payment_intent) noCard(world, account, invoice.id)
}

function expireIncomplete(world: World, id: string): void {
  const account = world.store.accountOf(id)
  const subscription = world.store.find("subscription", id, account)
  if (subscription?.status !== "incomplete") return
  setStatus(world, account, subscription, "incomplete_expired", { ended_at: world.now() })
}

export function cancelSubscription(
  world: World,
  account: string,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Subscription {
  const canceled = world.store.save({
    ...subscription,
    canceled_at: world.now(),
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: world.now(),
    status: "canceled" as const,
  })
  emitEvent(world, "customer.subscription.deleted", canceled, account)
  return canceled
}
