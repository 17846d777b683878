import pg from "pg"

/** All commits within this time after a NOTIFY share the next one. */
const PACE_MS = 10

/** Does not wait for the disk. The statements of one message are one transaction, even behind a pooler. */
const NOTIFY = "set local synchronous_commit = off; notify outbox"

export type RelayWaker = { wake(): void; close(): Promise<void> }

/**
 * Sends one NOTIFY for many commits, on its own connection. PostgreSQL lets only one notifying transaction commit at a
 * time, so the outbox's trigger leaves the notification to this module if `pushcart.wakes` is `itself`.
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
      // If this fails, the relays find the waiting events when they poll.
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
