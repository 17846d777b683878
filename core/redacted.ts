/** PostgreSQL's error classes whose message repeats the rejected value. */
const ABOUT_A_VALUE = /^22/

/** The fields of a PostgreSQL error that are safe to log: names of the schema, and no row. */
const KEPT = ["code", "constraint", "table", "column"] as const

type FailedQuery = Error & { readonly query: string }

/**
 * Returns an error that may be logged or stored. A failed query has its statement and PostgreSQL's reason, without its
 * values and without the row that it conflicted with, since those include session tokens, addresses and hashes. Looks
 * through the whole chain of causes; an error without a query is returned unchanged.
 */
export function redacted(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (isFailedQuery(error)) return failedQuery(error)
  if (isOfPostgres(error)) return withoutRow(error)
  if (!(error.cause instanceof Error)) return error
  const cause = redacted(error.cause)
  if (cause === error.cause) return error
  // Some errors repeat the message of the error that they wrap.
  return copyOf(error, { name: error.name, message: withCauseOf(error, cause), cause })
}

/** Whether it is Drizzle's error. Not checked by its class, since the bundled server has its own copy of the class. */
const isFailedQuery = (error: Error): error is FailedQuery =>
  "params" in error && "query" in error && typeof error.query === "string"

/** Whether the error is from PostgreSQL, in the form in which pg throws it. */
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

/** Returns a new error with the same stack frames. */
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

/** Returns the stack without the message at its start; "" if the message was changed since. */
function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message)
  return start < 0 ? "" : stack.slice(start + message.length)
}
