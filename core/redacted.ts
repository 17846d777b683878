/** PostgreSQL's classes of errors whose message repeats the value that it could not take. */
const ABOUT_A_VALUE = /^22/

/** What an error of PostgreSQL's may keep: names of the schema, and no row. */
const KEPT = ["code", "constraint", "table", "column"] as const

type FailedQuery = Error & { readonly query: string }

/**
 * An error as it may be logged or stored: a failed query is told with its statement and PostgreSQL's reason, without
 * the values that it was sent with and the row that was in its way. Those are session tokens, addresses, hashes.
 * Looks through the whole chain of causes; an error that holds no query is returned as it is.
 */
export function redacted(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (isFailedQuery(error)) return failedQuery(error)
  if (isOfPostgres(error)) return withoutRow(error)
  if (!(error.cause instanceof Error)) return error
  const cause = redacted(error.cause)
  if (cause === error.cause) return error
  // Some errors repeat the message of the one that they wrap.
  return copyOf(error, { name: error.name, message: withCauseOf(error, cause), cause })
}

/** Drizzle's error. Not told by its class: the packed server has a copy of its own. */
const isFailedQuery = (error: Error): error is FailedQuery =>
  "params" in error && "query" in error && typeof error.query === "string"

/** An error that PostgreSQL sent, as pg makes it. */
const isOfPostgres = (error: Error): boolean => "severity" in error && "routine" in error

function failedQuery(error: FailedQuery): Error {
  const cause = error.cause === undefined ? undefined : withoutRow(error.cause)
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: string }
  const reason = code === message ? message : [code, message].filter(Boolean).join(" ")
  return copyOf(error, { name: "FailedQuery", message: `Failed query (${reason}): ${error.query}`, cause })
}

function withoutRow(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const code = "code" in thrown ? String(thrown.code) : ""
  const message = ABOUT_A_VALUE.test(code) ? code : thrown.message
  const cause = thrown.cause instanceof Error ? redacted(thrown.cause) : undefined
  return copyOf(thrown, { name: thrown.name, message, cause })
}

const withCauseOf = ({ message, cause }: Error, told: Error): string =>
  cause instanceof Error && cause.message ? message.replaceAll(cause.message, told.message) : message

/** Another error in the same place of the program. */
function copyOf(
  error: Error,
  { name, message, cause }: { name: string; message: string; cause?: unknown },
): Error {
  const copy = new Error(message, cause === undefined ? undefined : { cause })
  copy.name = name
  copy.stack = `${name}: ${message}${framesOf(error)}`
  for (const key of KEPT)
    if (key in error) Object.assign(copy, { [key]: (error as Error & { [key: string]: unknown })[key] })
  return copy
}

/** The stack without the message that it begins with; none where the message was changed since. */
function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message)
  return start < 0 ? "" : stack.slice(start + message.length)
}
