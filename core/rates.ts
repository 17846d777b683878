import { DEFAULT_RETENTION, type Retention } from "./privacy/retention.ts"

/** Business numbers that an operator may change without a release. */
export type Rates = {
  /** Delivery: the first `baseMiles` cost `baseCents`, each additional started mile costs `perMileCents`. */
  readonly delivery: { baseCents: number; baseMiles: number; perMileCents: number; maxMiles: number }
  /** The card processor's fee per payment. */
  readonly processor: { rate: number; fixedCents: number }
  /** The platform's share of the items' price. */
  readonly platformRate: number
  readonly holdMinutes: number
  readonly hostedHoldMinutes: number
  /** A hold is renewed while the customer enters a payment, but ends this long after it began. */
  readonly longestHoldMinutes: number
  /** How much longer a hold lasts on the provider's own page, whose lifetime cannot be made shorter. */
  readonly hostedExtraMinutes: number
  /** How long stock is held for a customer whose last two holds ended unpaid. */
  readonly holdMinutesAfterUnpaid: number
  /** Time between fulfillment and the transfer to the seller or courier. */
  readonly transferDelayHours: number
  /** How often sellers and couriers are paid out if they have chosen neither weekly nor monthly. */
  readonly payoutInterval: "weekly" | "monthly"
  readonly searchRadiusMiles: number
  readonly sellerReminderHours: number
  readonly sellerRefundHours: number
  /** The reminder for shipped orders, and their refund, come later, since shipping takes days. */
  readonly shippedReminderHours: number
  readonly shippedRefundHours: number
  readonly unclaimedDeliveryHours: number
  readonly unclaimedRadiusMiles: number
  /** The day ("2027-01-15") from which the second version of the terms applies; null: it is not announced. */
  readonly secondTermsFrom: string | null
  readonly retention: Retention
}

export const DEFAULT_RATES: Rates = {
  delivery: { baseCents: 399, baseMiles: 2, perMileCents: 75, maxMiles: 25 },
  processor: { rate: 0.029, fixedCents: 30 },
  platformRate: 0,
  holdMinutes: 15,
  hostedHoldMinutes: 30,
  longestHoldMinutes: 30,
  hostedExtraMinutes: 5,
  holdMinutesAfterUnpaid: 5,
  transferDelayHours: 24,
  payoutInterval: "weekly",
  searchRadiusMiles: 25,
  sellerReminderHours: 24,
  sellerRefundHours: 72,
  shippedReminderHours: 7 * 24,
  shippedRefundHours: 21 * 24,
  unclaimedDeliveryHours: 24,
  unclaimedRadiusMiles: 25,
  secondTermsFrom: null,
  retention: DEFAULT_RETENTION,
}
