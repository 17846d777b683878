import pg from "pg"

/** After one NOTIFY, all that commits within this time shares the next. */
const PACE_MS = 10

/** Nobody waits for the disk. The statements of one message are one transaction, behind a pooler too. */
const NOTIFY = "set local synchronous_commit = off; notify outbox"

export type RelayWaker = { wake(): void; close(): Promise<void> }

/**
 * NOTIFY for many commits at once, on a connection of its own: PostgreSQL lets only one transaction that notifies commit
 * at a time, so the outbox's trigger leaves it to us where `pushcart.wakes` is `itself`.
 */
export function relayWaker(options: {
  connectionString: string
  applicationName: string
  onError(error: Error): void
}): RelayWaker {
  const { connectionString, applicationName, onError } = options
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: applicationName,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  })
  pool.on("error", onError)
  pool.on("connect", (client) => client.on("error", onError))
  let underWay: Promise<void> | undefined
  let again = false
  const notify = async () => {
    do {
      again = false
      // Unheard, what waits is found by the relays' own slow look.
      await pool.query(NOTIFY).catch(onError)
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
