/** The provider's events that we handle. All others are ignored. */
export const EVENT_KINDS = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "account.updated",
  "capability.updated",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "payout.paid",
  "payout.failed",
  "payout.canceled",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const

export type EventKind = (typeof EVENT_KINDS)[number]

export const concernsUs = (type: string): type is EventKind =>
  (EVENT_KINDS as readonly string[]).includes(type)
