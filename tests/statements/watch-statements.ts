import type pg from "pg"

/** A statement as PostgreSQL got it, with its values in order. */
export type Sent = { text: string; values: string[] }

/**
 * Records what a pool's connections send, by PostgreSQL's own log, which their address has them send to the client
 * (`log_statement=all`). Call it before the first connection.
 */
export function watchStatements(pool: pg.Pool) {
  let sent: Sent[] = []
  pool.on("connect", (client) =>
    client.on("notice", ({ severity, message = "", detail = "" }) => {
      const text = /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]
      if (severity === "LOG" && text !== undefined) sent.push({ text: plain(text), values: valuesIn(detail) })
    }),
  )
  return async (work: () => Promise<unknown>): Promise<Sent[]> => {
    sent = []
    await work()
    const during = sent
    sent = []
    return during
  }
}

const plain = (text: string) => text.replaceAll('"', "").replaceAll(/\s+/g, " ").trim()

/** Of `Parameters: $1 = 'a', $2 = NULL`. */
const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(([, value = ""]) => value)
