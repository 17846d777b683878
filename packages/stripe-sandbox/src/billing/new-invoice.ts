import { newId, randomText } from "../ids.ts"
import { newIntent } from "../payments/new-intent.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

export type Invoice = Documents["invoice"]
type Subscription = Documents["subscription"]

/** Creates a finalized, open invoice for one period of a subscription, with the payment intent that collects it. */
export function newInvoice(
  world: World,
  account: string,
  subscription: Subscription,
  reason: Invoice["billing_reason"],
): Invoice {
  const customer = world.store.get("customer", subscription.customer, account, "customer")
  const id = newId("in")
  const lines = subscription.items.data.map((item) => line(id, subscription, item))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const [first] = subscription.items.data
  const invoice: Invoice = {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Pushcart",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: world.now(),
    currency: "usd",
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: world.now(),
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix ?? "PUSH"}-${randomText(4).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: first?.current_period_end ?? world.now(),
    period_start: first?.current_period_start ?? world.now(),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: world.now(),
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  world.store.insert(invoice, account)
  addPayment(world, account, invoice)
  emitEvent(world, "invoice.created", invoice, account)
  emitEvent(world, "invoice.finalized", invoice, account)
  return invoice
}

/** Stores the invoice's one payment as a separate object, as in the API. */
function addPayment(world: World, account: string, invoice: Invoice): void {
  const intent = newIntent(
    world,
    account,
    {
      amount: invoice.total,
      customer: invoice.customer,
      description:
        invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
      setup_future_usage: "off_session",
    },
    { owner: "invoice", ownerId: invoice.id },
  )
  const payment: Documents["invoice_payment"] = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.total,
    created: world.now(),
    currency: "usd",
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  }
  world.store.insert(payment, account)
  world.store.hide(invoice.id, { intent: intent.id, payment: payment.id })
}

type Item = Subscription["items"]["data"][number]

function line(invoice: string, subscription: Subscription, item: Item): Invoice["lines"]["data"][number] {
  const unit = item.price.unit_amount ?? 0
  const amount = unit * (item.quantity ?? 1)
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: "usd",
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: "price_details",
      unit_amount_decimal: String(unit),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
