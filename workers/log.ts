/** One line about what happened. Ids and counts; never an address, a name, a text or a token. */
export type LogLine = {
  readonly level: "debug" | "info" | "warn" | "error"
  readonly event: string
  readonly [field: string]: string | number | boolean | undefined
}
export type Log = (line: LogLine) => void
