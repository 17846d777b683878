import { DomainError } from "#core/errors.ts"

/** What an upload is rejected with while there is nowhere to keep it. */
export const imagesWait = () =>
  new DomainError("provider_down", "We couldn't save your photos. Please try again in a minute.")

/** What an upload is rejected with while several of the same sender's are checked. */
export function othersAreChecked(): DomainError {
  const message =
    "Several of your pictures are being checked already. Nothing was saved. Please try again in a moment."
  return new DomainError("rate_limited", message, undefined, { retryAfterSeconds: 5 })
}
