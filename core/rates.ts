import { DEFAULT_RETENTION, type Retention } from "./privacy/retention.ts"

/** Business numbers that an operator may change without a release. */
export type Rates = {
  /** Delivery: the first `baseMiles` cost `baseCents`, each started further mile `perMileCents`. */
  readonly delivery: { baseCents: number; baseMiles: number; perMileCents: number; maxMiles: number }
  /** The card processor's fee per payment. */
  readonly processor: { rate: number; fixedCents: number }
  /** The platform's own share of the items' price. */
  readonly platformRate: number
  readonly holdMinutes: number
  readonly hostedHoldMinutes: number
  /** A hold is renewed while a payment is entered, but ends for good so long after it began. */
  readonly longestHoldMinutes: number
  /** So much longer on the provider's own page, which cannot be made to live shorter. */
  readonly hostedExtraMinutes: number
  /** How long things are kept for a customer whose last two holds ended unpaid. */
  readonly holdMinutesAfterUnpaid: number
  /** Time between fulfilment and the transfer to the seller or courier. */
  readonly transferDelayHours: number
  /** How often those are paid out who have not said weekly or monthly. */
  readonly payoutInterval: "weekly" | "monthly"
  readonly searchRadiusMiles: number
  readonly sellerReminderHours: number
  readonly sellerRefundHours: number
  /** Reminder and refund for orders that a carrier has, since shipping takes days. */
  readonly shippedReminderHours: number
  readonly shippedRefundHours: number
  readonly unclaimedDeliveryHours: number
  readonly unclaimedRadiusMiles: number
  /** The day ("2027-01-15") from which the second version of the terms is in force; null: it is not announced. */
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
