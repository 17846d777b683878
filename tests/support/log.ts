import { type LogLevel, openLog } from "#core/log.server.ts"

/** A line of the log, as whoever collects it reads it. */
export type LogLine = {
  readonly time: string
  readonly level: string
  readonly process: string
  readonly version: string
  readonly requestId?: string
  readonly route?: string
  readonly event: string
  readonly error?: { readonly code: string; readonly message: string; readonly stack: string }
  readonly [field: string]: unknown
}

/** The lines that this process logs from here on. */
export function hearLog(level: LogLevel = "info"): LogLine[] {
  const lines: LogLine[] = []
  openLog({ process: "test", level, write: (line) => void lines.push(JSON.parse(line) as LogLine) })
  return lines
}

/** The lines of the log in what a program printed; whatever else stands there is for people. */
export const logLines = (printed: string): LogLine[] =>
  printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []))
