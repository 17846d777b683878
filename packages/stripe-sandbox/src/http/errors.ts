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
 * An answer in Stripe's error envelope. A rejection rolls the request back; with `keep` what the request wrote stays,
 * as the failed charge of a declined card does.
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

/** For an account that never was and for one that was deleted: Stripe says the same of both. */
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
