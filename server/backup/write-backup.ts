import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import pg from "pg"
import { readMigration, readTables } from "./tables.ts"

export const FORMAT = "pushcart-backup-1"
const ROWS_AT_ONCE = 1_000

/**
 * Writes everything that the database holds into one compressed file, as lines of JSON, while everything runs: one
 * transaction sees one moment. It needs nothing but the database's address; the embedded PostgreSQL has no pg_dump.
 * The file holds personal data and hashes of passwords: keep it like the database itself. Answers how many rows.
 */
export async function writeBackup(connectionString: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString, application_name: "pushcart-backup" })
  await client.connect()
  const count = { rows: 0 }
  try {
    await client.query("begin transaction isolation level repeatable read read only")
    await pipeline(
      Readable.from(lines(client, count)),
      createGzip(),
      createWriteStream(file, { mode: 0o600 }),
    )
    await client.query("commit")
  } finally {
    await client.end()
  }
  return count.rows
}

async function* lines(client: pg.Client, count: { rows: number }): AsyncGenerator<string> {
  const head = { format: FORMAT, madeAt: new Date().toISOString(), migration: await readMigration(client) }
  yield `${JSON.stringify(head)}\n`
  for (const { name } of await readTables(client)) {
    yield mark({ table: name })
    // PostgreSQL writes the JSON: numbers and times keep every digit on their way through here.
    await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows`)
      if (rows.length === 0) break
      count.rows += rows.length
      yield rows.map(({ row }) => `${row}\n`).join("")
    }
    await client.query("close rows")
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname in ('public', 'bullmq') and last_value is not null`,
  )
  for (const { name, value } of sequences) yield mark({ sequence: name, value })
  // Without it the file was cut off.
  yield mark({ end: count.rows })
}

/** A line that is no row: rows begin with a brace. */
const mark = (facts: object) => `#${JSON.stringify(facts)}\n`
