import { AsyncLocalStorage } from "node:async_hooks"
import { pino } from "pino"
import { version } from "../package.json"
import { redactText } from "./redact-text.ts"
import { redacted } from "./redacted.ts"
import { newRequestId } from "./request-id.ts"

export type LogLevel = "debug" | "info" | "warn" | "error"

/**
 * The fields of a log line besides its event: ids, codes and counts; never a name, an address, a text of a person or a
 * key.
 */
type Fields = { readonly error?: unknown; readonly [name: string]: unknown }

/** The fields that all log lines of one request or job share. */
type Scope = {
  readonly requestId: string
  /** Called for each line, since a request's route is known only after the request has started. */
  readonly where: () => Readonly<Record<string, string | undefined>>
}

type LogSettings = {
  /** The program that writes: web, worker, party or all. */
  readonly process: string
  readonly level: LogLevel
  /** The build of this version that runs. */
  readonly build?: string
  /** Writes a line; by default to standard output. */
  readonly write?: (line: string) => void
}

const scopes = new AsyncLocalStorage<Scope>()

/** Names of fields that no line may show, in case an object from elsewhere has them. */
const HIDDEN = ["authorization", "cookie", "email", "password", "phone", "secret", "ticket", "token"]

function open({ process: name, level, build, write }: LogSettings) {
  return pino(
    {
      level,
      base: { process: name, version: build ? `${version}+${build}` : version },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: inScope,
      redact: { paths: HIDDEN.flatMap((hidden) => [hidden, `*.${hidden}`]), censor: "…" },
    },
    // Synchronous, since the last line before the process ends is the one that is needed.
    write ? { write } : pino.destination({ fd: 1, sync: true }),
  )
}

let logger = open({ process: "cli", level: "info" })
/** Writes regardless of LOG_LEVEL. */
let always = logger

/** Sets which process writes and the lowest level that it writes. Called once, when a program starts. */
export function openLog(settings: LogSettings): void {
  logger = open(settings)
  always = logger.child({}, { level: "info" })
}

const at =
  (level: LogLevel) =>
  (event: string, fields: Fields = {}): void =>
    logger[level](line(event, fields))

/**
 * The log of this process: one JSON line per event, `{ time, level, process, version, requestId, route, event, … }`.
 */
export const log = {
  debug: at("debug"),
  info: at("info"),
  warn: at("warn"),
  error: at("error"),
  /** For lines that other programs wait for or that are archived; written regardless of LOG_LEVEL. */
  always: (event: string, fields: Fields = {}): void => always.info(line(event, fields)),
  /** Use only before the process ends because of the error. */
  fatal: (event: string, fields: Fields = {}): void => always.fatal(line(event, fields)),
}

/** Runs `work`, during which each line has the request's id and the fields that `where` returns. */
export const withLogScope = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work)

/** The id of the current request or job; outside of both, a new one. */
export const currentRequestId = (): string => scopes.getStore()?.requestId ?? newRequestId()

function inScope(): object {
  const scope = scopes.getStore()
  return scope ? { requestId: scope.requestId, ...scope.where() } : {}
}

function line(event: string, { error, ...fields }: Fields): object {
  const told = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? redactText(value) : value,
  ])
  return { event, ...Object.fromEntries(told), ...(error === undefined ? {} : { error: described(error) }) }
}

/** An error in one field: its code (its own or its cause's) or class, its message, and its stack with its cause's. */
function described(thrown: unknown) {
  const error = redacted(thrown)
  return {
    code: codeOf(error) ?? error.name,
    message: redactText(error.message),
    stack: redactText(stackOf(error)),
  }
}

function codeOf(error: Error): string | undefined {
  if ("code" in error && error.code !== undefined) return String(error.code)
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}

function stackOf({ stack, name, message, cause }: Error): string {
  const own = stack ?? `${name}: ${message}`
  return cause instanceof Error ? `${own}\ncaused by ${stackOf(cause)}` : own
}
