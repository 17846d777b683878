import type pg from "pg"

/**
 * What a process has left of its life. A moment passes with each statement that it sends, and before and after each
 * call to the outside; at its last one it stops as kill -9 stops it: what it waits for never comes back, and the
 * database undoes what it had begun.
 */
export type Life = {
  isOver: boolean
  /** Kept when it is over. */
  readonly end: Promise<void>
  /** Lets a moment pass; never comes back from the last one. */
  moment(): Promise<void>
  /** Counts a moment without waiting; true if it was the last. */
  passes(): boolean
}

/** A life of so many moments; without a number it has no end. */
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

/** Lets a moment of the present life pass with each statement on a connection of this pool. */
export function makeMortal(pool: pg.Pool, present: () => Life): void {
  pool.on("connect", (client) => {
    // Those of the dead stay.
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
      // Whoever is dead already gives back what it took meanwhile.
      if (!isGivenBack) {
        isGivenBack = true
        void giveBack(client, () => query("rollback"))
      }
      return never()
    }) as typeof client.query
  })
}

/** As the database does it with a connection that broke off. */
async function giveBack(client: pg.PoolClient, rollback: () => unknown): Promise<void> {
  await Promise.resolve(rollback()).catch(() => {})
  client.release()
}
