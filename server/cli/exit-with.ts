import { redacted } from "#core/redacted.ts"
import { isForPeople } from "#server/config/start-error.ts"

/** Ends a program that failed: a sentence for whoever is at the keyboard, or the error without the values of a query. */
export function exitWith(error: unknown): never {
  console.error(isForPeople(error) ? error.message : redacted(error))
  process.exit(1)
}
