import Stripe from "stripe"
import { DomainError, notFound } from "#core/errors.ts"
import { raiseAlarm } from "#server/platform/alarms.ts"

const DOWN =
  "The card payment service does not answer just now. Nothing was charged. Please try again in a minute."

/** Runs one call to Stripe and says what went wrong in the domain's words; anything else is a fault of ours. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isRefusedKey(error)) raiseAlarm("key_refused")
    if (isDown(error) || isRefusedKey(error)) throw new DomainError("provider_down", DOWN)
    if (isMissing(error)) throw notFound("This payment")
    if (isClosedAccount(error)) throw notFound("This account")
    if (isPlatformFault(error)) throw platformRefused(error)
    throw error
  }
}

/** Runs a call that only reads what we made: whatever Stripe has against it, it does not give us this object. */
export function reading<T>(call: () => Promise<T>): Promise<T> {
  return asking(() =>
    call().catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) throw notFound("This payment")
      throw error
    }),
  )
}

/** Stripe refuses to cancel or expire what is over already: then the question is only what it has become. */
export function isOver(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "resource_missing"
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing"

function isDown(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
}

/** Stripe says of a connected account that was closed that our key has no access to it. */
function isClosedAccount(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid"
}

/** Our key is wrong or was revoked: for the customer that is the same as down, for us it is an alarm. */
function isRefusedKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError
}

const REFUSED =
  "The card payment service does not let us do this just now. It is nothing that you did: we are told of it, and nothing was charged. Please try again later."

/** What Stripe says of our own account when it may not do something. Most of these refusals carry no code. */
const PLATFORM_WORDS =
  /signed up for Connect|platform[- ]profile|responsibilities (of|for) managing losses|cannot currently make live charges/i
const PLATFORM_CODES = ["testmode_charges_only", "platform_account_required", "livemode_mismatch"]

/** A restricted key, or something that is not set up in our own account: the person who asked cannot help it. */
function isPlatformFault(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripePermissionError) return true
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return PLATFORM_CODES.includes(error.code ?? "") || PLATFORM_WORDS.test(error.message)
}

/** For the person it is the same as down; `refused` says that trying again helps only once somebody has repaired it. */
function platformRefused(error: Stripe.errors.StripeError): DomainError {
  raiseAlarm("platform_refused", {
    status: String(error.statusCode),
    code: error.code ?? "none",
    requestId: error.requestId ?? "none",
  })
  return new DomainError("provider_down", REFUSED, undefined, { refused: true })
}
