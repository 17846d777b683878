import type pg from "pg"

/** A statement as PostgreSQL received it, with its values in order. */
export type Statement = { text: string; values: string[] }

/** The URL of a database whose connections report each statement: PostgreSQL's own log, sent to the client. */
export function withStatementLog(url: string): string {
  const logged = new URL(url)
  logged.searchParams.set("options", "-c log_statement=all -c client_min_messages=log")
  return logged.href
}

/** Calls `act` for each statement before PostgreSQL runs it. The pool connects to a `withStatementLog` address. */
export function onStatement(client: pg.PoolClient, act: (statement: Statement) => void): void {
  client.on("notice", ({ severity, message = "", detail = "" }) => {
    const text = /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]
    if (severity === "LOG" && text !== undefined) act({ text, values: valuesIn(detail) })
  })
}

/** Parses "Parameters: $1 = 'a', $2 = NULL". */
const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(([, value = ""]) => value)
