import { spawnSync } from "node:child_process"
import pg from "pg"
import { NEWEST_MIGRATION } from "../../../../db/fitness.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { type Backup, writeBackup } from "./backup-file.ts"
import { feed, outputOf, type Program } from "./run-program.ts"

/**
 * Writes the whole database into a file by pg_dump, while everything runs: its one transaction sees one moment.
 * @throws StartError where the pg_dump of the server's version is not there, or fails.
 */
export async function dumpDatabase(url: string, file: string, passphrase?: string): Promise<void> {
  const program = await programOf(url, "pg_dump")
  await writeBackup(outputOf(connected(program, url, ["--format=custom"])), file, passphrase)
}

/**
 * Fills an empty database from a backup by pg_restore, wholly or not at all, and migrates it to this version's schema.
 * It is read twice, the first time for its version: it may be larger than memory, or than what is free on the disk.
 * @throws StartError where something is in the database, for a file of a newer version, and for a damaged one.
 */
export async function restoreDatabase(
  url: string,
  { content }: Backup,
  openAgain: () => Promise<Backup>,
): Promise<void> {
  const program = await programOf(url, "pg_restore")
  await rejectUsed(url)
  rejectNewer(await migrationIn(content, program))
  // Of comments there are only those of extensions, which belong to whoever installed them.
  const how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]
  await feed((await openAgain()).content, connected(program, url, how))
  await migrateDatabase(url)
}

/** Throws for a database that a newer version has migrated: this one does not know what it holds. */
export function rejectNewer(migratedAt: number): void {
  if (migratedAt > NEWEST_MIGRATION)
    throw new StartError(
      "The backup was made by a newer version of Pushcart. Restore it with that version. Nothing was restored.",
    )
}

/** When the last migration was made that the dumped database has seen. */
async function migrationIn(content: AsyncIterable<Uint8Array>, command: string): Promise<number> {
  const args = ["--data-only", "--schema=drizzle", "--table=__drizzle_migrations", "--file=-"]
  const rows = (await feed(content, { command, args })).matchAll(/^\d+\t[0-9a-f]+\t(\d+)$/gm)
  const times = [...rows].map(([, createdAt]) => Number(createdAt))
  if (times.length === 0)
    throw new StartError("The file is a dump of some other database than Pushcart's. Nothing was restored.")
  return Math.max(...times)
}

async function rejectUsed(url: string): Promise<void> {
  const [row] = await ask<{ used: boolean }>(
    url,
    `select exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
     ) as used`,
  )
  if (row?.used)
    throw new StartError(
      "There are tables in this database already. Restore into an empty one, fresh from CREATE DATABASE. Nothing was restored.",
    )
}

/**
 * Runs against the database. Everybody on the machine can read a program's arguments, so the password is none of them.
 */
function connected(command: string, url: string, args: string[]): Program {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get("password")
  address.password = ""
  address.searchParams.delete("password")
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env
  return { command, args: [...args, `--dbname=${address}`], env }
}

/** PostgreSQL's own program, of the server's major version: where Debian has it, or on the PATH. */
async function programOf(url: string, name: "pg_dump" | "pg_restore"): Promise<string> {
  const [row] = await ask<{ major: number }>(
    url,
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  const major = row?.major
  const found = [`/usr/lib/postgresql/${major}/bin/${name}`, name].map((command) => {
    const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8" })
    return { command, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]) }
  })
  const right = found.find((one) => one.major === major)
  if (right) return right.command
  const other = found.find((one) => one.major)
  throw new StartError(
    `The database is PostgreSQL ${major}, and there is no ${name} of that version here${other ? `, only one of ${other.major}` : ""}. Install its client programs (Debian: postgresql-client-${major}), or put their folder first on the PATH.`,
  )
}

/** One query on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: "pushcart-backup" })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
