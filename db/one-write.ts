import type pg from "pg"

type Send = (...args: unknown[]) => unknown
type Corked = { cork(): void; uncork(): void }

/**
 * Statements that are sent without waiting for each other go out as one write. Each write is a system call that wakes
 * PostgreSQL, which then answers one statement and goes to sleep before the next has come.
 */
export function oneWrite(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Corked } }).connection
  const send = client.query.bind(client) as Send
  let isOpen = false
  const query: Send = (...args) => {
    if (!isOpen) {
      isOpen = true
      stream.cork()
      // After all that is called in one go, and before anything that waits.
      queueMicrotask(() => {
        isOpen = false
        stream.uncork()
      })
    }
    return send(...args)
  }
  client.query = query as typeof client.query
}
