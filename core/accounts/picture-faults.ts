import { DomainError } from "#core/errors.ts"

/** What is wrong with an uploaded picture, as it is said next to its field. Throws whatever else went wrong. */
export function fileFault(error: unknown): string {
  const isFileFault =
    error instanceof DomainError && (error.code === "file_too_large" || error.code === "file_not_image")
  if (!isFileFault) throw error
  return error.message
}

/** Throws `invalid` with a sentence for each field, if there is any. */
export function throwFaults(faults: Readonly<Record<string, string>>): void {
  const [first] = Object.values(faults)
  if (first) throw new DomainError("invalid", first, undefined, { messages: faults })
}
