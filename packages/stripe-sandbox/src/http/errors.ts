export type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error"

export interface ErrorFields {
  type: ErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
}

/**
 * A response in Stripe's error envelope. It rolls back the request, unless `keep` is set: then the request's writes are
 * committed, such as the failed charge of a declined card.
 */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly fields: ErrorFields,
    readonly keep = false,
  ) {
    super(fields.message)
  }
}

export function invalidRequest(message: string, extra: Partial<ErrorFields> = {}, status = 400): StripeError {
  return new StripeError(status, { type: "invalid_request_error", message, ...extra })
}

/** The error for an account that never existed or was deleted. Stripe's message is the same for both. */
export function noAccess(account: string): StripeError {
  return invalidRequest(
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
    403,
  )
}

export function missingParam(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param })
}

const SPOKEN_KINDS: Record<string, string> = {
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  setup_intent: "setupintent",
  "checkout.session": "checkout.session",
}

export function resourceMissing(kind: string, id: string, param: string): StripeError {
  return invalidRequest(
    `No such ${SPOKEN_KINDS[kind] ?? kind}: '${id}'`,
    { code: "resource_missing", param },
    404,
  )
}
