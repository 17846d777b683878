import type { Pool } from "pg"

const TABLES = `
  select schemaname || '.' || quote_ident(tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema', 'bullmq', 'drizzle') order by 1`

/** Tables whose number of rows depends on the time of the start, with the reason. */
const VARYING: Readonly<Record<string, string>> = {}

const HEAD = `Rows in each table after npm start has made the demo and its background jobs are done. Nobody has signed in, and
Stripe's webhooks have not come; the first sweep fetches their events. Left out: the schemas of BullMQ and Drizzle.
`

/** Returns the number of rows of every table as text. */
export async function countRows(pool: Pick<Pool, "query">): Promise<string> {
  const lines: string[] = []
  for (const { name } of (await pool.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${name}`)
    lines.push(`${name}: ${VARYING[name] ?? rows[0]?.count}`)
  }
  return [HEAD, ...lines].join("\n")
}
