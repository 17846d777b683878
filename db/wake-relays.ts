import pg from "pg"

/** After one NOTIFY, all that commits within this time shares the next. */
const PACE_MS = 10
const NEWS = /insert into "?outbox/i

type Send = (query: unknown, ...rest: unknown[]) => unknown
type Callback = (error: Error | null, ...rest: unknown[]) => void

/**
 * Connections that leave waking the outbox's relays to us: its trigger spares their commits the NOTIFY, for which
 * PostgreSQL lets only one transaction at a time commit.
 */
export const WAKES_ITSELF = "-c pushcart.wakes=itself"

/** Calls `wake` after each commit on a connection that wrote to the outbox, whoever wrote and however. */
export function afterNews(wake: () => void): (client: pg.PoolClient) => void {
  return (client) => {
    const send = client.query.bind(client) as Send
    let isOpen = false
    let hasNews = false
    const done = () => {
      if (hasNews && !isOpen) {
        hasNews = false
        wake()
      }
    }
    const query: Send = (config, ...rest) => {
      const text = textOf(config)
      if (text.startsWith("begin")) isOpen = true
      if (isNews(text)) hasNews = true
      const closes = text === "commit" || text === "rollback"
      if (!closes && (isOpen || !hasNews)) return send(config, ...rest)
      const then = () => {
        if (closes) isOpen = false
        if (text === "rollback") hasNews = false
        done()
      }
      const callback = rest.at(-1)
      if (isCallback(callback))
        return send(config, ...rest.slice(0, -1), (...answer: Parameters<Callback>) => {
          then()
          callback(...answer)
        })
      const answer = send(config, ...rest) as Promise<unknown>
      answer.then(then, then)
      return answer
    }
    client.query = query as typeof client.query
  }
}

/** NOTIFY for many commits at once: the first at once, on a connection of its own that waits for no disk. */
export function relayWaker(options: {
  connectionString: string
  applicationName: string
  onError(error: Error): void
}): { wake(): void; close(): Promise<void> } {
  const { connectionString, applicationName, onError } = options
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: applicationName,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    options: "-c synchronous_commit=off",
  })
  pool.on("error", onError)
  pool.on("connect", (client) => client.on("error", onError))
  let underWay: Promise<void> | undefined
  let again = false
  const notify = async () => {
    do {
      again = false
      // Unheard, what waits is found by the relays' own slow look.
      await pool.query("notify outbox").catch(onError)
      await Bun.sleep(PACE_MS)
    } while (again)
    underWay = undefined
  }
  return {
    wake() {
      if (underWay) again = true
      else underWay = notify()
    },
    async close() {
      await underWay
      await pool.end()
    },
  }
}

/** Answers by text: statements are long, and the same few are sent all the time. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 1_000

function isNews(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const answer = NEWS.test(text)
  known.set(text, answer)
  return answer
}

const textOf = (config: unknown): string =>
  typeof config === "string"
    ? config
    : typeof config === "object" && config !== null && "text" in config && typeof config.text === "string"
      ? config.text
      : ""

const isCallback = (value: unknown): value is Callback => typeof value === "function"
