/**
 * Every rejection of the domain. A new code does not compile until the form helpers and the API map it. The
 * specification wants some messages as a toast even if a field shows them too; any message without a field is a toast.
 */
const REJECTIONS = {
  not_found: { toast: false },
  not_allowed: { toast: false },
  invalid: { toast: false },
  wrong_credentials: { toast: true },
  email_not_confirmed: { toast: true },
  duplicate_email: { toast: true },
  token_expired: { toast: false },
  rate_limited: { toast: false },
  no_inventory: { toast: true },
  market_closed: { toast: false },
  window_full: { toast: true },
  not_deliverable: { toast: false },
  cart_changed: { toast: false },
  hold_expired: { toast: false },
  payment_failed: { toast: false },
  amount_too_small: { toast: false },
  order_taken: { toast: true },
  illegal_move: { toast: false },
  already_decided: { toast: false },
  file_too_large: { toast: false },
  file_not_image: { toast: false },
  too_many_images: { toast: false },
  idempotency_conflict: { toast: false },
  insufficient_balance: { toast: false },
  provider_down: { toast: false },
} as const satisfies Record<string, { toast: boolean }>

export type ErrorCode = keyof typeof REJECTIONS

/**
 * The one error of the domain. Thrown inside a command it rolls the transaction back. It becomes a response in two
 * places: the form helpers (app/forms) and the API's problem mapper. ARCHITECTURE.md lists where else it may be caught.
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

  /** Whether the message is shown as a toast even if a field shows it too. */
  get isToast(): boolean {
    return REJECTIONS[this.code].toast
  }
}

/** For a zod check whose message is shown as a toast even if a field shows it too: `{ error, params: AS_TOAST }`. */
export const AS_TOAST = { isToast: true } as const

export const isToastIssue = ({ params }: { message: string; params?: Record<string, unknown> }): boolean =>
  params?.isToast === true

export const notFound = (what = "This page"): DomainError =>
  new DomainError("not_found", `${what} was not found.`)
