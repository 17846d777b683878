import Stripe from "stripe"
import { DomainError, notFound } from "#core/errors.ts"

const DOWN =
  "The card payment service does not answer just now. Nothing was charged. Please try again in a minute."

/** Runs one call to Stripe and says what went wrong in the domain's words; anything else is a fault of ours. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isRefusedKey(error)) console.error(JSON.stringify({ event: "stripe.refuses_key" }))
    if (isDown(error) || isRefusedKey(error)) throw new DomainError("provider_down", DOWN)
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      throw notFound("This payment")
    if (isClosedAccount(error)) throw notFound("This account")
    throw error
  }
}

/** Stripe refuses to cancel or expire what is over already: then the question is only what it has become. */
export function isOver(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "resource_missing"
}

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
