import pg from "pg"

const RECONNECT_MS = 1_000

/**
 * Calls `wake` at each NOTIFY on `channel`, and after every (re)connect, because notifications during the gap are lost.
 * Uses its own connection and retries until it reconnects.
 */
export function listenTo(connectionString: string, channel: string, wake: () => void) {
  let stopping = false
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, application_name: `listen ${channel}` })
    client = fresh
    let lost = false
    const again = () => {
      if (lost) return
      lost = true
      fresh.end().catch(() => {})
      if (!stopping) timer = setTimeout(connect, RECONNECT_MS)
    }
    fresh.on("error", again)
    fresh.on("end", again)
    fresh.on("notification", wake)
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      wake()
    } catch {
      again()
    }
  }

  void connect()
  return {
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
