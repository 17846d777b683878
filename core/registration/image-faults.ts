import { DomainError, type ErrorCode } from "#core/errors.ts"
import type { DocumentName } from "./registration-inputs.ts"

const FILE_FAULTS: readonly ErrorCode[] = [
  "file_too_large",
  "file_not_image",
  "rate_limited",
  "provider_down",
]

/**
 * Why an uploaded image was not taken, as it is said next to its field: what is wrong with it, or that there is too much
 * to check. Throws whatever else went wrong.
 */
export function fileFault(error: unknown): string {
  if (!(error instanceof DomainError && FILE_FAULTS.includes(error.code))) throw error
  return error.message
}

const CALLED: Record<DocumentName, string> = {
  id: "the photo ID of the owner",
  pictureOfMarket: "the picture of the market",
  certificate: "the certificate or license",
}

/** A sentence for each image that is the same file, by its digest, as one before it. */
export function sameImageFaults(images: readonly (readonly [DocumentName, digest: string | undefined])[]) {
  const faults: Partial<Record<DocumentName, string>> = {}
  const fieldOf = new Map<string, DocumentName>()
  for (const [field, digest] of images) {
    if (digest === undefined) continue
    const first = fieldOf.get(digest)
    if (first) faults[field] = `This is the same picture as ${CALLED[first]}. Choose another.`
    else fieldOf.set(digest, field)
  }
  return faults
}

/** Throws `invalid` with a sentence for each field, if there is any. */
export function throwFaults(faults: Readonly<Record<string, string>>): void {
  const [first] = Object.values(faults)
  if (first) throw new DomainError("invalid", first, undefined, { messages: faults })
}
