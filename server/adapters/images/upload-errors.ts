import { DomainError } from "#core/errors.ts"

/** The error for an upload that cannot be stored at the moment. */
export const imagesWait = () =>
  new DomainError("provider_down", "We couldn't save your photos. Please try again in a minute.")

/** The error for an upload while several of the same sender's are being checked. */
export function othersAreChecked(): DomainError {
  const message =
    "We're still checking several of your photos. Nothing was saved. Please try again in a moment."
  return new DomainError("rate_limited", message, undefined, { retryAfterSeconds: 5 })
}
