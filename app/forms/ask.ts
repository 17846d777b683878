import { data, redirect } from "react-router"
import { flash } from "#app/ui/flash.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"

/**
 * What a loader's query answers. `submitForm`'s counterpart for pages that only ask: what is not found, or not the
 * asker's, becomes the 404 page; every other error goes on its way.
 */
export async function ask<R>(query: Promise<R>): Promise<R> {
  try {
    return await query
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") throw data(error.message, { status: 404 })
    throw error
  }
}

/** For what a page can do without: what is not found, or not the asker's, is null. */
export async function askOrNull<R>(query: Promise<R>): Promise<R | null> {
  try {
    return await query
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null
    throw error
  }
}

/**
 * For a loader that cannot show its own page after a rejection: leads to `page`, which says why in a toast. `only`
 * limits it to one code, `text` is said instead of the rejection's own message.
 */
export async function askOrRedirect<R>(
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

/** For a search form: what the query answers, or the message that belongs to `field`. */
export async function askOrRejection<R>(
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
