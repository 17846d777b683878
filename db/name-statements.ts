import type pg from "pg"

/** A statement gets its name when it is sent for the fifth time: what is sent once is not worth keeping. */
const SENT_OFTEN = 5
/** PostgreSQL keeps a named statement for each connection; lists of ever other lengths must not fill its memory. */
const MOST_NAMES = 200
const MOST_COUNTED = 2_000

type Send = (query: unknown, ...rest: unknown[]) => unknown

/**
 * Lets PostgreSQL keep the plans of the statements that are sent all the time: it then parses and plans them once for
 * each connection instead of for each page. Whether one plan fits all values is still PostgreSQL's decision.
 */
export function nameStatements(): (client: pg.PoolClient) => void {
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST_NAMES) return known
    const times = (sent.get(text) ?? 0) + 1
    if (times >= SENT_OFTEN) {
      const name = `s${names.size + 1}`
      names.set(text, name)
      sent.delete(text)
      return name
    }
    if (sent.size >= MOST_COUNTED) sent.clear()
    sent.set(text, times)
    return undefined
  }
  return (client) => {
    const send = client.query.bind(client) as Send
    const query: Send = (config, ...rest) => {
      const name = isParameterised(config, rest[0]) ? nameOf(config.text) : undefined
      return send(name ? { ...(config as object), name } : config, ...rest)
    }
    client.query = query as typeof client.query
  }
}

function isParameterised(config: unknown, values: unknown): config is { text: string } {
  return (
    typeof config === "object" &&
    config !== null &&
    "text" in config &&
    typeof config.text === "string" &&
    !("name" in config && config.name) &&
    Array.isArray(values) &&
    values.length > 0
  )
}
