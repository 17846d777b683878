import type pg from "pg"

/** The extension that PostgreSQL has to load at its start to count statements. */
export const COUNTER = "pg_stat_statements"

/** Work of PostgreSQL for all clients. `rows` were read or written. */
export type Counted = { statements: number; rows: number; walKb: number }

/** Counts the work done during `work`. The world has to be opened with `countsStatements`. */
export async function countDuring(pool: pg.Pool, work: () => Promise<unknown>): Promise<Counted> {
  await pool.query(`create extension if not exists ${COUNTER}`)
  await pool.query(`select ${COUNTER}_reset()`)
  await work()
  const { rows } = await pool.query<Counted>(
    `select sum(calls)::float statements, sum(rows)::float rows, sum(wal_bytes)::float / 1024 "walKb"
     from ${COUNTER} where toplevel and query not like '%${COUNTER}%'`,
  )
  return rows[0] ?? { statements: Number.NaN, rows: Number.NaN, walKb: Number.NaN }
}

/** Returns, for each table including the queues', its number of rows and their kilobytes with all indexes. */
export async function tableSizes(pool: pg.Pool): Promise<Map<string, { rows: number; kb: number }>> {
  const { rows: tables } = await pool.query<{ id: string; name: string; kb: number }>(
    `select relid::regclass::text id, relname as name, pg_total_relation_size(relid)::float / 1024 kb
     from pg_stat_user_tables`,
  )
  const sizes = new Map<string, { rows: number; kb: number }>()
  for (const { id, name, kb } of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::float from ${id}`)
    sizes.set(name, { rows: rows[0]?.count ?? 0, kb })
  }
  return sizes
}

type Sizes = Awaited<ReturnType<typeof tableSizes>>

/** Kilobytes of the rows added since, from the average size of a row, because files grow in large steps. */
export function grownKb(before: Sizes, after: Sizes, isWanted: (table: string) => boolean): number {
  return [...after].reduce((sum, [table, { rows, kb }]) => {
    const fresh = rows - (before.get(table)?.rows ?? 0)
    return isWanted(table) && fresh > 0 ? sum + (fresh * kb) / rows : sum
  }, 0)
}
