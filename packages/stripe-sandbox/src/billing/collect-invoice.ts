import { resolvePaymentMethod } from "../cards/new-payment-method.ts"
import { StripeError } from "../http/errors.ts"
import { confirmIntent } from "../payments/confirm-intent.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import type { Invoice } from "./new-invoice.ts"

type Subscription = Documents["subscription"]
type Intent = Documents["payment_intent"]

interface InvoiceFacts {
  intent: string
  payment: string
}

/** Tries to pay an open invoice with the card on file. Returns the decline instead of throwing it. */
export function collectInvoice(
  world: World,
  account: string,
  invoice: Invoice,
  methodId?: string,
): StripeError | null {
  const { intent: intentId = "" } = world.store.hidden<InvoiceFacts>(invoice.id)
  const intent = world.store.get("payment_intent", intentId, account)
  const id = methodId ?? cardOnFile(world, account, invoice)
  if (!id) {
    const message = "There is no default payment method to charge this invoice with."
    return new StripeError(402, { type: "invalid_request_error", code: "resource_missing", message }, true)
  }
  try {
    const method = resolvePaymentMethod(world, account, id)
    confirmIntent(world, account, intent, { method, offSession: methodId === undefined })
    return null
  } catch (error) {
    if (!(error instanceof StripeError) || !error.keep) throw error
    return error
  }
}

export function cardOnFile(world: World, account: string, invoice: Invoice): string | null {
  const subscription = subscriptionOf(world, account, invoice)
  const customer = world.store.get("customer", invoice.customer ?? "", account)
  return subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
}

export function subscriptionOf(world: World, account: string, invoice: Invoice): Subscription | null {
  const id = invoice.parent?.subscription_details?.subscription
  return id ? world.store.find("subscription", id, account) : null
}

/** Called when an invoice's payment has ended, whether in the browser, by the API or by a renewal. */
export function invoicePaymentEnded(world: World, invoiceId: string, intent: Intent): void {
  const account = world.store.accountOf(invoiceId)
  const invoice = world.store.get("invoice", invoiceId, account)
  if (invoice.status !== "open") return
  if (intent.status === "succeeded") paid(world, account, invoice, intent)
  else failed(world, account, invoice)
}

function paid(world: World, account: string, invoice: Invoice, intent: Intent): void {
  const { payment: paymentId = "" } = world.store.hidden<InvoiceFacts>(invoice.id)
  const payment = world.store.get("invoice_payment", paymentId, account)
  world.store.save({
    ...payment,
    amount_paid: invoice.total,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: world.now() },
  })
  const done = world.store.save({
    ...invoice,
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid" as const,
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
  })
  emitEvent(world, "invoice.paid", done, account)
  emitEvent(world, "invoice.payment_succeeded", done, account)
  const subscription = subscriptionOf(world, account, invoice)
  if (!subscription || subscription.status === "canceled") return
  const keep = subscription.payment_settings?.save_default_payment_method === "on_subscription"
  setStatus(world, account, subscription, "active", {
    default_payment_method: keep ? intent.payment_method : subscription.default_payment_method,
  })
}

function failed(world: World, account: string, invoice: Invoice): void {
  const renewal = invoice.billing_reason === "subscription_cycle"
  const attempts = invoice.attempt_count + 1
  const again = renewal && attempts < world.config.invoiceAttempts
  const next = world.now() + world.config.invoiceRetrySeconds
  const left = world.store.save({
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: again ? next : null,
  })
  emitEvent(world, "invoice.payment_failed", left, account)
  if (!renewal) return
  const subscription = subscriptionOf(world, account, invoice)
  if (!subscription) return
  setStatus(world, account, subscription, "past_due")
  world.later(again ? "invoice.retry" : "subscription.give-up", again ? invoice.id : subscription.id, next)
}

export function setStatus(
  world: World,
  account: string,
  subscription: Subscription,
  status: Subscription["status"],
  fields: Partial<Subscription> = {},
): Subscription {
  const current = world.store.get("subscription", subscription.id, account)
  const changed = world.store.save({ ...current, ...fields, status })
  const previous = current.status === status ? {} : { status: current.status }
  emitEvent(world, "customer.subscription.updated", changed, account, previous)
  return changed
}
