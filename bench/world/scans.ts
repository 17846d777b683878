import type pg from "pg"

/** A table of fewer rows is read faster by a sequential scan than through an index. */
export const MOST_SCANNED = 2_000

/** Filled once and never growing. Every other table grows with people, markets and orders. */
const FIXED = ["zips"]

/** Returns the names of the growing tables from the database itself. */
export async function growingTables(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ relname: string }>(
    "select relname from pg_stat_user_tables where schemaname = 'public' and not relname = any($1)",
    [FIXED],
  )
  return new Set(rows.map(({ relname }) => relname))
}

export type Scans = ReadonlyMap<string, { scans: number; rows: number }>

/** Returns the number of sequential scans of each table, by any client, from PostgreSQL's own statistics. */
export async function scansSoFar(pool: pg.Pool): Promise<Scans> {
  const { rows } = await pool.query<{ relname: string; scans: string; rows: string }>(
    `select relname, seq_scan scans, seq_tup_read rows from pg_stat_user_tables
     where schemaname = 'public' and not relname = any($1)`,
    [FIXED],
  )
  return new Map(
    rows.map(({ relname, ...read }) => [relname, { scans: Number(read.scans), rows: Number(read.rows) }]),
  )
}

/** Runs a statement of the bench so that its own reads are counted immediately and not among later ones. */
export async function countedAtOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>(text, values)
    await client.query("select pg_stat_force_next_flush()")
    return rows
  } finally {
    client.release()
  }
}

/**
 * Returns a sentence for each growing table, unless it is small, that was read with a sequential scan since then. This
 * is a hint and not a failure: scheduled sweeps are counted too, and earlier scans are counted late.
 */
export async function scansSince(pool: pg.Pool, before: Scans): Promise<string[]> {
  const now = await scansSoFar(pool)
  return [...now].flatMap(([table, { scans, rows }]) => {
    const times = scans - (before.get(table)?.scans ?? 0)
    const each = (rows - (before.get(table)?.rows ?? 0)) / times
    return times > 0 && each > MOST_SCANNED
      ? [
          `${table} was read from end to end ${times} times while orders were placed, ${Math.round(each)} rows each time`,
        ]
      : []
  })
}
