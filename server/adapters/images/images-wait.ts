import { DomainError } from "#core/errors.ts"

/** What an upload is rejected with while there is nowhere to keep it. */
export const imagesWait = () =>
  new DomainError(
    "provider_down",
    "Pictures cannot be kept just now. Nothing was saved. Please try again in a minute.",
  )
