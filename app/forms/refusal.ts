import { DomainError } from "#core/errors.ts"

/**
 * For forms that ask instead of posting (a search): what the query answers, or the message that belongs to `field`.
 * The counterpart of `submitForm`; every other error goes on its way.
 */
export async function answerOrRefusal<R>(
  field: string,
  query: () => Promise<R>,
): Promise<{ found: R; refusal: null } | { found: null; refusal: string }> {
  try {
    return { found: await query(), refusal: null }
  } catch (error) {
    if (error instanceof DomainError && error.field === field) return { found: null, refusal: error.message }
    throw error
  }
}
