import { HTTPException } from "hono/http-exception"
import { ZodError } from "zod"
import { DomainError, type ErrorCode } from "#core/errors.ts"
import { log } from "#core/log.server.ts"
import { isDatabaseOutage, OUTAGE_RETRY_SECONDS } from "#core/operations/database-outage.ts"
import { logOutage } from "#server/http/outage.ts"

/** The HTTP status of every error code. A new code does not compile until it is listed here. */
export const PROBLEM_STATUS = {
  not_found: 404,
  not_allowed: 403,
  invalid: 422,
  wrong_credentials: 401,
  email_not_confirmed: 403,
  duplicate_email: 409,
  token_expired: 410,
  rate_limited: 429,
  no_inventory: 409,
  market_closed: 409,
  window_full: 409,
  not_deliverable: 409,
  cart_changed: 409,
  hold_expired: 409,
  payment_failed: 402,
  amount_too_small: 422,
  order_taken: 409,
  illegal_move: 409,
  already_decided: 409,
  file_too_large: 413,
  file_not_image: 415,
  too_many_images: 422,
  idempotency_conflict: 409,
  insufficient_balance: 409,
  provider_down: 503,
} as const satisfies Record<ErrorCode, number>

/** The codes of requests that are rejected before a command runs, by status. */
export const CALL_CODES = {
  400: "unreadable",
  401: "not_logged_in",
  403: "not_allowed",
  404: "not_found",
  413: "body_too_large",
  415: "type_not_accepted",
  500: "internal_error",
  503: "unavailable",
} as const

/** The texts that the specification's clients compare, which replace the error's own message. */
export const DOCUMENTED_TEXTS: Partial<Record<ErrorCode, string>> = {
  wrong_credentials: "email and password don't match",
  email_not_confirmed: "Email not confirmed",
  duplicate_email: "Duplicate Email",
  no_inventory: "There is no more inventory",
  order_taken: "Order was Taken",
}

type Problem = {
  type: string
  title: string
  status: number
  detail: string
  /** A code of the domain, or of the call itself: `CALL_CODES`. */
  code: string
  errors?: Record<string, string[]>
  /** The text that the original's clients look for. */
  error: string
}

/** Converts an error of a handler to RFC 9457. Errors other than rejections are logged and returned without details. */
export function problem(error: Error): Response {
  if (error instanceof DomainError) return rejected(error)
  if (error instanceof ZodError) return invalid(error)
  if (error instanceof HTTPException) return answer(titled(error.status, error.message))
  if (isDatabaseOutage(error)) return unavailable(error)
  logFault(error)
  return answer(titled(500, "Something went wrong on our side. Please try again."))
}

/**
 * Logs a fault of ours; a rejection is not one. For code that has no response to send, such as a socket being closed.
 */
export function logFault(error: unknown): void {
  if (!(error instanceof DomainError)) log.error("request.failed", { error })
}

/**
 * The response that is repeated for a rejection under the same idempotency key; null for a fault, and for a rejection
 * that may be temporary.
 */
export async function lastingProblem(error: unknown): Promise<{ status: number; body: unknown } | null> {
  if (!(error instanceof DomainError) || PASSING.has(error.code)) return null
  const response = rejected(error)
  return { status: response.status, body: await response.json() }
}

const PASSING = new Set<ErrorCode>(["rate_limited", "provider_down", "idempotency_conflict"])

/**
 * Rethrows a rejection with the field name that the client knows, if `nameOf` has one; rethrows anything else
 * unchanged.
 */
export const renamingField =
  (nameOf: (field: string | undefined) => string | undefined) =>
  (error: unknown): never => {
    const name = error instanceof DomainError ? nameOf(error.field) : undefined
    if (!(error instanceof DomainError) || !name) throw error
    throw new DomainError(error.code, error.message, name, error.details)
  }

function unavailable(error: Error): Response {
  logOutage(error)
  return answer(
    titled(503, "We couldn't complete your request. Nothing was lost or charged twice. Please try again."),
  )
}

export const notFoundProblem = () => answer(titled(404, "There is nothing at this address."))

function rejected(error: DomainError): Response {
  const errors = errorsOf(error)
  const body: Problem = {
    ...titled(PROBLEM_STATUS[error.code], DOCUMENTED_TEXTS[error.code] ?? error.message),
    code: error.code,
    ...(errors ? { errors } : {}),
  }
  const seconds = error.details?.retryAfterSeconds
  return answer(body, typeof seconds === "number" ? { "Retry-After": String(seconds) } : {})
}

/** The messages of each field: the error's own, or `details.messages` if each field has its own. */
function errorsOf({ field, message, details }: DomainError): Record<string, string[]> | null {
  const messages = details?.messages
  if (messages && typeof messages === "object")
    return Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, [String(text)]]))
  const fields = Array.isArray(details?.fields) ? details.fields.map(String) : field ? [field] : []
  return fields.length > 0 ? Object.fromEntries(fields.map((name) => [name, [message]])) : null
}

function invalid(error: ZodError): Response {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.join(".")
    errors[name] = [...(errors[name] ?? []), issue.message]
  }
  const detail = error.issues[0]?.message ?? "This cannot be read."
  return answer({ ...titled(422, detail), code: "invalid", errors })
}

function titled(status: number, detail: string): Problem {
  const code = (CALL_CODES as Record<number, string>)[status] ?? "unreadable"
  return { type: "about:blank", title: TITLES[status] ?? "Refused", status, detail, code, error: detail }
}

export const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
}

function answer(body: Problem, headers: Record<string, string> = {}): Response {
  const response = new Response(JSON.stringify(body), {
    status: body.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
  })
  if (body.status === 503) response.headers.set("Retry-After", String(OUTAGE_RETRY_SECONDS))
  return response
}
