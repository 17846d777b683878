import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import pg from "pg"
import { readMigration, readTables, type Table } from "./tables.ts"
import { FORMAT } from "./write-backup.ts"

const ROWS_AT_ONCE = 500

/** The file cannot be put back here; the message says why and what to do. */
export class RestoreError extends Error {
  override readonly name = "RestoreError"
}

type Head = { format?: string; migration?: string }
type Mark = { table?: string; sequence?: string; value?: string; end?: number }

/**
 * Fills an empty, migrated database from a backup, wholly or not at all. Throws `RestoreError` where people are in it
 * already, for a file of another version of the schema, and for one that was cut off. Answers how many rows.
 */
export async function restoreBackup(connectionString: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString, application_name: "pushcart-restore" })
  await client.connect()
  try {
    await client.query("begin")
    await refuseUsed(client)
    const tables = await readTables(client)
    await client.query(`truncate ${tables.map(({ name }) => name).join(", ")}`)
    const rows = await fill(client, new Map(tables.map((table) => [table.name, table])), file)
    await client.query("commit")
    return rows
  } finally {
    await client.end()
  }
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>("select exists (select from users) as used")
  if (rows[0]?.used)
    throw new RestoreError(
      "There are people in this database. Restore into an empty one, made by server/cli/migrate.ts.",
    )
}

async function fill(client: pg.Client, tables: Map<string, Table>, file: string): Promise<number> {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.on("error", (error) => unpacked.destroy(error))
  let table: Table | undefined
  let batch: string[] = []
  let count = 0
  let end: number | undefined
  let isFirst = true
  const flush = async () => {
    if (table && batch.length > 0) await insert(client, table, batch)
    batch = []
  }
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isFirst) await refuseOther(client, JSON.parse(line) as Head)
    else if (line.startsWith("#")) {
      await flush()
      const mark = JSON.parse(line.slice(1)) as Mark
      if (mark.table) table = known(tables, mark.table)
      if (mark.sequence)
        await client.query("select setval($1::regclass, $2::bigint)", [mark.sequence, mark.value])
      end = mark.end ?? end
    } else {
      batch.push(line)
      count += 1
      if (batch.length === ROWS_AT_ONCE) await flush()
    }
    isFirst = false
  }
  if (end !== count) throw new RestoreError("The file was cut off: its end is missing. Nothing was restored.")
  return count
}

async function refuseOther(client: pg.Client, head: Head): Promise<void> {
  if (head.format !== FORMAT) throw new RestoreError("This is no backup of Pushcart's.")
  if (head.migration !== (await readMigration(client)))
    throw new RestoreError(
      "The backup was made by another version. Restore it with that version's program; then migrate to this one.",
    )
}

function known(tables: Map<string, Table>, name: string): Table {
  const table = tables.get(name)
  if (table) return table
  throw new RestoreError(
    `This database has no table ${name}: start the workers once, so that the queues are made.`,
  )
}

async function insert(client: pg.Client, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const list = columns.join(", ")
  await client.query(
    `insert into ${name} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [`[${rows.join(",")}]`],
  )
}
