import { data, redirect } from "react-router"
import { flash } from "#app/ui/flash.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"

/**
 * Awaits a loader's query: `submitForm`'s counterpart for pages that only load. Throws the 404 page for what is not
 * found or belongs to someone else, and rethrows every other error.
 */
export async function orNotFound<R>(query: Promise<R>): Promise<R> {
  try {
    return await query
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") throw data(error.message, { status: 404 })
    throw error
  }
}

/** For optional parts of a page: null for what is not found or belongs to someone else. */
export async function orNull<R>(query: Promise<R>): Promise<R | null> {
  try {
    return await query
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null
    throw error
  }
}

/**
 * For a loader that cannot show its own page after a rejection: throws a redirect to `page`, which shows the reason in
 * a toast. `only` limits it to one code; `text` replaces the rejection's own message.
 */
export async function orRedirect<R>(
  page: string,
  query: Promise<R>,
  { only, text }: { only?: ErrorCode; text?: string } = {},
): Promise<R> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof DomainError) || (only && error.code !== only)) throw error
    throw redirect(page, { headers: flash(text ?? error.message, "error") })
  }
}

/** For a search form: returns the query's result, or the validation error for `field`. */
export async function orRejection<R>(
  field: string,
  query: Promise<R>,
): Promise<{ found: R; rejection: null } | { found: null; rejection: string }> {
  try {
    return { found: await query, rejection: null }
  } catch (error) {
    if (error instanceof DomainError && error.field === field)
      return { found: null, rejection: error.message }
    throw error
  }
}
