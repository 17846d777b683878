import { createHash } from "node:crypto"
import Stripe from "stripe"
import { DomainError, notFound } from "#core/errors.ts"
import { raiseAlarm } from "#server/adapters/telemetry/alarms.ts"

/** What a failed call did not do, worded to follow "Nothing was". */
export type Deed = "charged" | "refunded" | "transferred" | "paid out" | "changed"

const down = (deed: Deed) =>
  `The card payment service isn't responding right now. Nothing was ${deed}. Please try again in a minute.`

/**
 * Runs one call to Stripe and translates its errors to DomainErrors, whose message states what was not done. Anything
 * else is our fault and is thrown unchanged.
 */
export async function asking<T>(call: () => Promise<T>, deed: Deed = "charged"): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isRejectedKey(error)) raiseAlarm("key_refused")
    if (isDown(error) || isRejectedKey(error)) throw new DomainError("provider_down", down(deed))
    if (isMissing(error)) throw notFound("This payment")
    if (isClosedAccount(error)) throw notFound("This account")
    const fault = platformFault(error)
    if (fault) throw platformRejected(fault, deed)
    throw error
  }
}

type MakeCall<T> = (options: { idempotencyKey: string }) => Promise<T>

/** `makeOnce`, with its errors translated as in `asking`. */
export const making = <T>(key: string, call: MakeCall<T>, deed?: Deed): Promise<T> =>
  asking(() => makeOnce(key, call), deed)

/**
 * Creates something once, however many calls use the same key. Stripe repeats a response for a key for a day, even a
 * rejection whose cause has since been fixed. So a rejection that is only repeated is retried under a key derived from
 * that rejection: it created nothing, and two tabs still derive the same key.
 */
export async function makeOnce<T>(key: string, call: MakeCall<T>): Promise<T> {
  try {
    return await call({ idempotencyKey: key })
  } catch (error) {
    const original = repeatedRejection(error)
    if (!original) throw error
    return makeOnce(`${key}:${original}`, call)
  }
}

/** The id of the request whose rejection Stripe repeats; null for a new rejection. */
function repeatedRejection(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { headers } = error
  return headers?.["idempotent-replayed"] === "true" ? (headers["original-request"] ?? null) : null
}

/** Distinguishes requests in their keys: Stripe rejects a key that is sent with other parameters for a day. */
export const parametersDigest = (parameters: unknown): string =>
  createHash("sha256").update(JSON.stringify(parameters)).digest("base64url")

/** Runs a call that only reads an object of ours. If Stripe rejects it, the object is reported as not found. */
export function reading<T>(call: () => Promise<T>): Promise<T> {
  return asking(() =>
    call().catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) throw notFound("This payment")
      throw error
    }),
  )
}

/** Whether Stripe refused to cancel or expire an object that has already ended; the caller then checks its state. */
export function isOver(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "resource_missing"
}

/** Whether a refund failed because the customer's bank has already taken the payment back. */
export const isDisputed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_disputed"

/** Whether an account's balance is too low for what we want to take from it. */
export const isUncovered = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "balance_insufficient"

/** Whether Stripe does not know the object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing"

function isDown(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
}

/** Stripe reports a closed connected account as one that our key has no access to. */
function isClosedAccount(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid"
}

/** Our key is wrong or was revoked: for the customer that is the same as an outage, for us it is an alarm. */
function isRejectedKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError
}

const rejected = (deed: Deed) =>
  `Our payment service won't let us do this right now. This is a problem on our side and we've been notified. Nothing was ${deed}. Please try again later.`

/** Stripe's messages when our own account may not do something. Most of these rejections have no code. */
const PLATFORM_WORDS =
  /signed up for Connect|platform[- ]profile|responsibilities (of|for) managing losses|cannot currently make live charges/i
const PLATFORM_CODES = ["testmode_charges_only", "platform_account_required", "livemode_mismatch"]

/**
 * Returns the error if its cause is a restricted key or a missing setting of our own account, not the person's input.
 */
export function platformFault(error: unknown): Stripe.errors.StripeError | null {
  if (error instanceof Stripe.errors.StripePermissionError) return error
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null
  return PLATFORM_CODES.includes(error.code ?? "") || PLATFORM_WORDS.test(error.message) ? error : null
}

/** The person sees it as an outage; `rejected` means that a retry helps only after somebody has fixed the cause. */
function platformRejected(error: Stripe.errors.StripeError, deed: Deed): DomainError {
  raiseAlarm("platform_refused", {
    status: String(error.statusCode),
    code: error.code ?? "none",
    requestId: error.requestId ?? "none",
  })
  return new DomainError("provider_down", rejected(deed), undefined, { rejected: true })
}
