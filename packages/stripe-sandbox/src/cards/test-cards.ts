export interface Decline {
  code: string
  declineCode: string
  message: string
}

export interface TestCard {
  brand: "visa" | "mastercard" | "amex" | "discover"
  funding: "credit" | "debit"
  /** Declined when it is charged. */
  decline?: Decline
  /** Declined as soon as it is saved for later. */
  declineOnSave?: boolean
  /** Requires 3-D Secure for every payment. */
  threeDSecure?: boolean
  /** The cardholder disputes the charge. */
  disputes?: boolean
  /** Its refunds are pending first and succeed later. */
  pendingRefund?: boolean
  /** Its refunds are reported as succeeded first and fail later. */
  refundFails?: boolean
  /** Its money is available immediately, regardless of the configured delay. */
  availableAtOnce?: boolean
}

const GENERIC: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
}

function declined(code: string, message: string, declineCode = code): Decline {
  return { code, declineCode, message }
}

export const EXPIRED: Decline = declined("expired_card", "Your card has expired.")

const visa = (extra: Partial<TestCard> = {}): TestCard => ({ brand: "visa", funding: "credit", ...extra })

/** Test card numbers and their behavior, from https://docs.stripe.com/testing. */
export const TEST_CARDS: Record<string, TestCard> = {
  "4242424242424242": visa(),
  "4000056655665556": visa({ funding: "debit" }),
  "5555555555554444": { brand: "mastercard", funding: "credit" },
  "378282246310005": { brand: "amex", funding: "credit" },
  "6011111111111117": { brand: "discover", funding: "credit" },
  "4000000000000077": visa({ availableAtOnce: true }),
  "4000000000000259": visa({ disputes: true }),
  "4000000000007726": visa({ pendingRefund: true }),
  "4000000000005126": visa({ refundFails: true }),
  "4000000000000341": visa({ decline: GENERIC }),
  "4000000000000002": visa({ decline: GENERIC, declineOnSave: true }),
  "4000000000009995": visa({
    decline: declined("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
    declineOnSave: true,
  }),
  "4000000000009987": visa({
    decline: declined("card_declined", "Your card was declined.", "lost_card"),
    declineOnSave: true,
  }),
  "4000000000000069": visa({
    decline: EXPIRED,
    declineOnSave: true,
  }),
  "4000000000000127": visa({
    decline: declined("incorrect_cvc", "Your card's security code is incorrect."),
    declineOnSave: true,
  }),
  "4000000000000119": visa({
    decline: declined(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
    ),
    declineOnSave: true,
  }),
  "4000002500003155": visa({ threeDSecure: true }),
  "4000002760003184": visa({ threeDSecure: true }),
  "4000000000003220": visa({ threeDSecure: true }),
  "4000008400001629": visa({ threeDSecure: true, decline: GENERIC }),
}

/** Names for test cards, used as `pm_card_…` and `tok_…`. */
const ALIASES: Record<string, string> = {
  visa: "4242424242424242",
  visa_debit: "4000056655665556",
  mastercard: "5555555555554444",
  amex: "378282246310005",
  discover: "6011111111111117",
  bypassPending: "4000000000000077",
  pendingRefund: "4000000000007726",
  refundFail: "4000000000005126",
  createDispute: "4000000000000259",
  chargeCustomerFail: "4000000000000341",
  chargeDeclined: "4000000000000002",
  visa_chargeDeclined: "4000000000000002",
  chargeDeclinedInsufficientFunds: "4000000000009995",
  visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  visa_chargeDeclinedLostCard: "4000000000009987",
  chargeDeclinedExpiredCard: "4000000000000069",
  chargeDeclinedIncorrectCvc: "4000000000000127",
  chargeDeclinedProcessingError: "4000000000000119",
  authenticationRequired: "4000002760003184",
  authenticationRequiredOnSetup: "4000002500003155",
  threeDSecure2Required: "4000000000003220",
  threeDSecureRequired: "4000000000003220",
  threeDSecureRequiredChargeDeclined: "4000008400001629",
}

/** Returns the card number of an alias such as `pm_card_visa` or `tok_visa`, or null. */
export function aliasedNumber(name: string): string | null {
  const alias = name.replace(/^(pm_card|tok)_/, "")
  return alias === name ? null : (ALIASES[alias] ?? null)
}
