import type pg from "pg"

/**
 * The remaining life of a process, in moments. One passes with each statement, and before and after each call to an
 * outside service. At the last moment the process stops as by kill -9: its pending calls never return, and the database
 * rolls back its open transactions.
 */
export type Life = {
  isOver: boolean
  /** Resolves when the life is over. */
  readonly end: Promise<void>
  /** Uses up a moment. Never resolves at the last one. */
  moment(): Promise<void>
  /** Uses up a moment without waiting. Returns true if it was the last. */
  passes(): boolean
}

/** A life of the given number of moments; by default endless. */
export function lifeOf(moments = Number.POSITIVE_INFINITY): Life {
  let left = moments
  let tellEnd = () => {}
  const end = new Promise<void>((resolve) => {
    tellEnd = resolve
  })
  const life: Life = {
    isOver: false,
    end,
    passes() {
      left -= 1
      if (left > 0) return true
      life.isOver = true
      tellEnd()
      return false
    },
    moment: () => (life.passes() ? Promise.resolve() : never()),
  }
  return life
}

const never = <T>() => new Promise<T>(() => {})

/** Uses up a moment of the current life with each statement on a connection of this pool. */
export function makeMortal(pool: pg.Pool, present: () => Life): void {
  pool.on("connect", (client) => {
    // Listeners of dead processes are never removed.
    client.setMaxListeners(0)
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    let isGivenBack = false
    pool.on("acquire", (acquired) => {
      if (acquired === client) isGivenBack = false
    })
    client.query = ((...asked: unknown[]) => {
      const life = present()
      const wasOver = life.isOver
      if (!wasOver && life.passes()) return query(...asked)
      // If the process is already dead, releases the connection that it has acquired since.
      if (!isGivenBack) {
        isGivenBack = true
        void giveBack(client, () => query("rollback"))
      }
      return never()
    }) as typeof client.query
  })
}

/** Rolls back and releases, as the database does when a connection breaks. */
async function giveBack(client: pg.PoolClient, rollback: () => unknown): Promise<void> {
  await Promise.resolve(rollback()).catch(() => {})
  client.release()
}
