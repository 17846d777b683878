import { DomainError } from "#core/errors.ts"

/**
 * What the provider answers, or null where it does not know the payment or does not let our account touch it: then
 * asking again changes nothing. `tell` is called before that null.
 */
export async function unlessUnserved<T>(asked: Promise<T>, tell?: () => void): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!isUnserved(error)) throw error
    tell?.()
    return null
  }
}

export const isUnserved = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === "not_found" || error.details?.rejected === true)
