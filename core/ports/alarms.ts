/** What a person who runs the site has to look at. docs/monitoring/alerts.yml rings for each, and says what to do. */
export const ALARM_KINDS = [
  /** A checkout whose payment the provider does not know, or does not serve, was given up. */
  "checkout_unserved",
  /** A refund failed as often as it is tried by itself: the customer still waits for the money. */
  "refund_failed",
  /** Couriers have gone no further with orders for hours. */
  "orders_stuck",
  /** The provider refuses our key. */
  "key_refused",
  /** The provider refuses what our own account may not do: not the fault of the person who asked. */
  "platform_refused",
  /** The provider asks a seller or courier for something that no page of ours can take. */
  "requirement_unasked",
  /** The provider refuses to compute sales tax: it is not set up, or does not know a market's address. */
  "tax_refused",
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Notifies the site's operator. The facts are ids and codes: never a name, an address, a text of a person or a key. */
export interface Alarms {
  raise(kind: AlarmKind, facts?: Readonly<Record<string, string>>): void
}
