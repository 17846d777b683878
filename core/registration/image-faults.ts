import { DomainError, type ErrorCode } from "#core/errors.ts"
import type { DocumentName } from "./registration-inputs.ts"

const FILE_FAULTS: readonly ErrorCode[] = [
  "file_too_large",
  "file_not_image",
  "rate_limited",
  "provider_down",
]

/**
 * The message next to the field of an uploaded image that was not accepted: what is wrong with it, or that there are
 * too many to check. Throws any other error again.
 */
export function fileFault(error: unknown): string {
  if (!(error instanceof DomainError && FILE_FAULTS.includes(error.code))) throw error
  return error.message
}

const CALLED: Record<DocumentName, string> = {
  id: "the photo ID of the owner",
  pictureOfMarket: "the photo of the market",
  certificate: "the certificate or license",
}

/** A message for each image that is the same file, by its digest, as an earlier one. */
export function sameImageFaults(images: readonly (readonly [DocumentName, digest: string | undefined])[]) {
  const faults: Partial<Record<DocumentName, string>> = {}
  const fieldOf = new Map<string, DocumentName>()
  for (const [field, digest] of images) {
    if (digest === undefined) continue
    const first = fieldOf.get(digest)
    if (first) faults[field] = `This is the same photo as ${CALLED[first]}. Choose another.`
    else fieldOf.set(digest, field)
  }
  return faults
}

/** Throws `invalid` with the messages by field, if there are any. */
export function throwFaults(faults: Readonly<Record<string, string>>): void {
  const [first] = Object.values(faults)
  if (first) throw new DomainError("invalid", first, undefined, { messages: faults })
}
