import type { Decline } from "../cards/test-cards.ts"
import { type ErrorFields, StripeError } from "../http/errors.ts"

/** The API's error for a declined card. If `extra` names a failed payment, the request's writes are committed. */
export function declineOf(decline: Decline, extra: Partial<ErrorFields> = {}): StripeError {
  return new StripeError(402, { ...declineFields(decline), ...extra }, extra.payment_intent !== undefined)
}

export function declineFields(decline: Decline): ErrorFields {
  return {
    type: "card_error",
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
  }
}
