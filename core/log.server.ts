import { AsyncLocalStorage } from "node:async_hooks"
import { pino } from "pino"
import { version } from "../package.json"
import { redacted } from "./redacted.ts"
import { newRequestId } from "./request-id.ts"
import { unnamed } from "./unnamed.ts"

export type LogLevel = "debug" | "info" | "warn" | "error"

/** What a line says besides its event: ids, codes and counts; never a name, an address, a text of a person or a key. */
type Fields = { readonly error?: unknown; readonly [name: string]: unknown }

/** What the lines of one request or job have in common. */
type Scope = {
  readonly requestId: string
  /** Asked for with each line: a request's route is known only after its beginning. */
  readonly where: () => Readonly<Record<string, string | undefined>>
}

type LogSettings = {
  /** Which program writes: web, worker, party or all. */
  readonly process: string
  readonly level: LogLevel
  /** Which build of this version runs. */
  readonly build?: string
  /** Takes a line; by default it goes to standard output. */
  readonly write?: (line: string) => void
}

const scopes = new AsyncLocalStorage<Scope>()

/** The names of fields that no line may show, should one come along with an object of somebody else's. */
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
    // Synchronous: the last line before the end of a process is the one that is wanted.
    write ? { write } : pino.destination({ fd: 1, sync: true }),
  )
}

let logger = open({ process: "cli", level: "info" })
/** Writes regardless of LOG_LEVEL. */
let always = logger

/** Says which process writes and from which level on. Called once, at the start of a program. */
export function openLog(settings: LogSettings): void {
  logger = open(settings)
  always = logger.child({}, { level: "info" })
}

const at =
  (level: LogLevel) =>
  (event: string, fields: Fields = {}): void =>
    logger[level](line(event, fields))

/** The log of this process: one JSON line an event, `{ time, level, process, version, requestId, route, event, … }`. */
export const log = {
  debug: at("debug"),
  info: at("info"),
  warn: at("warn"),
  error: at("error"),
  /** What is waited for or kept, and so is written whatever LOG_LEVEL says. */
  always: (event: string, fields: Fields = {}): void => always.info(line(event, fields)),
  /** The process ends with this. */
  fatal: (event: string, fields: Fields = {}): void => always.fatal(line(event, fields)),
}

/** Runs `work` so that each line written meanwhile carries the request's id and what `where` says. */
export const withLogScope = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work)

/** The id of the request, or of the job, that is being worked for; of nothing, a new one. */
export const currentRequestId = (): string => scopes.getStore()?.requestId ?? newRequestId()

function inScope(): object {
  const scope = scopes.getStore()
  return scope ? { requestId: scope.requestId, ...scope.where() } : {}
}

function line(event: string, { error, ...fields }: Fields): object {
  const told = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? unnamed(value) : value,
  ])
  return { event, ...Object.fromEntries(told), ...(error === undefined ? {} : { error: described(error) }) }
}

/**
 * An error in one field: its code (its own or of what caused it) or class, its message and its stack with that of what
 * caused it.
 */
function described(thrown: unknown) {
  const error = redacted(thrown)
  return {
    code: codeOf(error) ?? error.name,
    message: unnamed(error.message),
    stack: unnamed(stackOf(error)),
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
