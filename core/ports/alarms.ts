/** Problems that the site's operator must look at. docs/monitoring/alerts.yml has an alert with advice for each. */
export const ALARM_KINDS = [
  /** A checkout was given up whose payment the provider does not know or does not let us access. */
  "checkout_unserved",
  /** A refund failed and is no longer retried automatically: the customer still waits for the money. */
  "refund_failed",
  /** Couriers have made no progress on orders for hours. */
  "orders_stuck",
  /** The provider rejects our API key. */
  "key_refused",
  /**
   * The provider rejects a call that our own account is not allowed to make; the person who made the request did
   * nothing wrong.
   */
  "platform_refused",
  /** The provider requires something from a seller or courier that no page of ours can collect. */
  "requirement_unasked",
  /** The provider rejects sales tax calculations: tax is not set up, or it does not know a market's address. */
  "tax_refused",
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Notifies the site's operator. The facts are ids and codes: never names, addresses, people's texts or keys. */
export interface Alarms {
  raise(kind: AlarmKind, facts?: Readonly<Record<string, string>>): void
}
