/** Every rejection the domain can give. A new code does not compile until the edges have mapped it. */
export const ERROR_CODES = [
  "not_found",
  "not_allowed",
  "invalid",
  "wrong_credentials",
  "email_not_confirmed",
  "duplicate_email",
  "token_expired",
  "rate_limited",
  "no_inventory",
  "market_closed",
  "window_full",
  "not_deliverable",
  "cart_changed",
  "hold_expired",
  "payment_failed",
  "amount_too_small",
  "order_taken",
  "illegal_move",
  "already_decided",
  "file_too_large",
  "file_not_image",
  "too_many_images",
  "idempotency_conflict",
  "insufficient_balance",
  "provider_down",
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * The one error of the domain. Thrown inside a command it rolls the transaction back. It becomes an answer in two
 * places: the form helpers (app/forms) and the API's problem mapper. ARCHITECTURE.md lists who else may catch it.
 */
export class DomainError extends Error {
  override readonly name = "DomainError"
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    /** Structured facts for the page (for example how many are left). Never secrets. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }
}

export const notFound = (what = "This page"): DomainError =>
  new DomainError("not_found", `${what} was not found.`)
