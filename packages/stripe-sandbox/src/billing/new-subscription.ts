import { invalidRequest, StripeError } from "../http/errors.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { cardOnFile, collectInvoice } from "./collect-invoice.ts"
import { newInvoice } from "./new-invoice.ts"
import type { Price } from "./prices.ts"

export type Subscription = Documents["subscription"]
type Item = Subscription["items"]["data"][number]

export interface SubscriptionInput {
  customer: string
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[]
  behavior: "allow_incomplete" | "default_incomplete" | "error_if_incomplete"
  fields?: Partial<Subscription>
}

const INCOMPLETE_LIFETIME_SECONDS = 23 * 3600

/** Creates a subscription with its first invoice. The caller's `behavior` decides whether that is paid immediately. */
export function newSubscription(world: World, account: string, input: SubscriptionInput): Subscription {
  const id = newId("sub")
  const start = world.now()
  const subscription: Subscription = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: start,
    currency: "usd",
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: input.items.map((item) => newItem(world, id, start, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
    ...input.fields,
  }
  world.store.insert(subscription, account)
  const invoice = newInvoice(world, account, subscription, "subscription_create")
  world.store.save({ ...subscription, latest_invoice: invoice.id })
  emitEvent(world, "customer.subscription.created", { ...subscription, latest_invoice: invoice.id }, account)
  world.later("subscription.renew", id, periodEnd(subscription))
  world.later("subscription.expire", id, start + INCOMPLETE_LIFETIME_SECONDS)
  if (input.behavior === "default_incomplete") return world.store.get("subscription", id, account)
  if (!cardOnFile(world, account, invoice)) {
    throw invalidRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      { code: "resource_missing" },
    )
  }
  const declined = collectInvoice(world, account, invoice)
  if (declined && input.behavior === "error_if_incomplete") throw new StripeError(402, declined.fields)
  return world.store.get("subscription", id, account)
}

function newItem(
  world: World,
  subscription: string,
  start: number,
  { price, quantity, metadata = {} }: SubscriptionInput["items"][number],
): Item {
  if (!price.recurring) {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param: "items[0][price]" },
    )
  }
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: world.now(),
    current_period_end: addInterval(start, price.recurring),
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price, price.recurring),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

function planOf(price: Price, recurring: NonNullable<Price["recurring"]>): Item["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  }
}

export function periodEnd(subscription: Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? subscription.created
}

/** Adds one calendar interval; the 31st becomes the last day of a shorter month. */
export function addInterval(seconds: number, recurring: NonNullable<Price["recurring"]>): number {
  const { interval, interval_count: count } = recurring
  if (interval === "day") return seconds + count * 86_400
  if (interval === "week") return seconds + count * 7 * 86_400
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return Math.floor(date.getTime() / 1000)
}
