import { createHash } from "node:crypto"
import Stripe from "stripe"
import { DomainError, notFound } from "#core/errors.ts"
import { raiseAlarm } from "#server/adapters/telemetry/alarms.ts"

/** What a call would have done, to follow "Nothing was". */
export type Deed = "charged" | "refunded" | "transferred" | "paid out" | "changed"

const down = (deed: Deed) =>
  `The card payment service isn't responding right now. Nothing was ${deed}. Please try again in a minute.`

/**
 * Runs one call to Stripe and says what went wrong in the domain's words, with what it has not done; anything else is a
 * fault of ours.
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

/** `makeOnce`, with what goes wrong in the domain's words. */
export const making = <T>(key: string, call: MakeCall<T>, deed?: Deed): Promise<T> =>
  asking(() => makeOnce(key, call), deed)

/**
 * Makes something once, however often it is asked for under the same key. Stripe repeats what it has said under a key
 * for a day, a rejection too, even if what it complained of was repaired meanwhile: so a rejection that is only
 * repeated is asked about again, under the key of that rejection. Nothing was made by it, and two tabs still name the
 * same key.
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

/** The request that Stripe repeats its rejection of; null for a rejection of this moment. */
function repeatedRejection(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { headers } = error
  return headers?.["idempotent-replayed"] === "true" ? (headers["original-request"] ?? null) : null
}

/** What tells one request from another in its key: a key that comes with other parameters is rejected for a day. */
export const digestOf = (parameters: unknown): string =>
  createHash("sha256").update(JSON.stringify(parameters)).digest("base64url")

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

/** Of a payment that its customer's bank has taken back there is nothing to refund. */
export const isDisputed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_disputed"

/** An account does not hold what is to be taken from it. */
export const isUncovered = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "balance_insufficient"

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
function isRejectedKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError
}

const rejected = (deed: Deed) =>
  `Our payment service won't let us do this right now. This is a problem on our side and we've been notified. Nothing was ${deed}. Please try again later.`

/** What Stripe says of our own account when it may not do something. Most of these rejections carry no code. */
const PLATFORM_WORDS =
  /signed up for Connect|platform[- ]profile|responsibilities (of|for) managing losses|cannot currently make live charges/i
const PLATFORM_CODES = ["testmode_charges_only", "platform_account_required", "livemode_mismatch"]

/** A restricted key, or something that is not set up in our own account: the person who asked cannot help it. */
export function platformFault(error: unknown): Stripe.errors.StripeError | null {
  if (error instanceof Stripe.errors.StripePermissionError) return error
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null
  return PLATFORM_CODES.includes(error.code ?? "") || PLATFORM_WORDS.test(error.message) ? error : null
}

/** For the person it is the same as down; `rejected` says that trying again helps only once somebody has repaired it. */
function platformRejected(error: Stripe.errors.StripeError, deed: Deed): DomainError {
  raiseAlarm("platform_refused", {
    status: String(error.statusCode),
    code: error.code ?? "none",
    requestId: error.requestId ?? "none",
  })
  return new DomainError("provider_down", rejected(deed), undefined, { rejected: true })
}
