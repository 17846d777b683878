import type { CardRejection } from "#core/ports/payments.ts"

const SENTENCES: Record<string, string> = {
  insufficient_funds: "This card has insufficient funds. Nothing was charged. Please use another card.",
  card_declined:
    "Your card was declined. Nothing was charged. Please use another card, or contact your bank.",
  payment_intent_authentication_failure:
    "Your bank couldn't confirm that it was you (3-D Secure). Nothing was charged. Please try again, or use another card.",
  expired_card: "This card has expired. Nothing was charged. Please use another card.",
  incorrect_cvc: "The security code (CVC) is incorrect. Nothing was charged. Check it and try again.",
  invalid_cvc: "The security code (CVC) is incorrect. Nothing was charged. Check it and try again.",
  incorrect_number: "The card number is incorrect. Nothing was charged. Check it and try again.",
  invalid_number: "The card number is incorrect. Nothing was charged. Check it and try again.",
  invalid_expiry_month: "The expiration date is incorrect. Nothing was charged. Check it and try again.",
  invalid_expiry_year: "The expiration date is incorrect. Nothing was charged. Check it and try again.",
  processing_error:
    "Your bank couldn't process the payment right now. Nothing was charged. Please try again in a minute.",
}

const UNKNOWN = "The payment didn't go through. Nothing was charged. Please try again, or use another card."

/** The message to the customer: what happened to a rejected card and what to do. */
export function cardFailureMessage(rejection: Partial<CardRejection> | null): string {
  return SENTENCES[rejection?.declineCode ?? ""] ?? SENTENCES[rejection?.code ?? ""] ?? UNKNOWN
}
