import { data } from "react-router"
import { DomainError } from "#core/errors.ts"

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
