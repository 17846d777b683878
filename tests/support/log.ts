import { type LogLevel, openLog } from "#core/log.server.ts"

/** One parsed line of the log. */
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

/** Returns a list to which every line that this process logs from now on is added. */
export function hearLog(level: LogLevel = "info"): LogLine[] {
  const lines: LogLine[] = []
  openLog({ process: "test", level, write: (line) => void lines.push(JSON.parse(line) as LogLine) })
  return lines
}

/** Returns the log lines in a program's output. All other lines are for people. */
export const logLines = (printed: string): LogLine[] =>
  printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []))
