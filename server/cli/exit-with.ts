import { log } from "#core/log.server.ts"
import { isForPeople } from "#server/config/start-error.ts"

/** Ends a program that failed, with a sentence for the operator or a line in the log. */
export function exitWith(error: unknown): never {
  if (isForPeople(error)) console.error(error.message)
  else log.fatal("process.failed", { error })
  process.exit(1)
}
