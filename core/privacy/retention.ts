/** Days that data is retained beyond its use. The site's operator may change them; docs/operations.md lists them. */
export type Retention = {
  /** Accounts whose email was never confirmed. */
  readonly unconfirmedDays: number
  /** Links in emails, beyond their expiry: an old link still knows whose it was and offers a new one. */
  readonly linkDays: number
  readonly seenNotificationDays: number
  readonly unseenNotificationDays: number
  /** Abandoned checkouts, and the addresses in them. */
  readonly abandonedCheckoutDays: number
  /** Drop-off instructions, after the last order that used them. */
  readonly instructionDays: number
  /** Notes to markets and phone numbers of pickups, after their order was placed or their cart last changed. */
  readonly noteDays: number
  /** Items saved for later. */
  readonly savedItemDays: number
  /** Requests for an alert when a market opens, if it does not open. */
  readonly openingAlertDays: number
  /** Push subscriptions, after the person was last signed in on the device. */
  readonly pushDays: number
  readonly revokedTokenDays: number
  /** Events that were dispatched, for investigating what happened. */
  readonly outboxDays: number
  /** The provider's events: longer than the provider still returns them. */
  readonly webhookDays: number
  /** Responses stored under an idempotency key: a client that repeats a request later means a new one. */
  readonly idempotencyDays: number
}

export const DEFAULT_RETENTION: Retention = {
  unconfirmedDays: 30,
  linkDays: 30,
  seenNotificationDays: 90,
  unseenNotificationDays: 365,
  abandonedCheckoutDays: 30,
  instructionDays: 30,
  noteDays: 90,
  savedItemDays: 365,
  openingAlertDays: 365,
  pushDays: 30,
  revokedTokenDays: 90,
  outboxDays: 7,
  webhookDays: 90,
  idempotencyDays: 1,
}
