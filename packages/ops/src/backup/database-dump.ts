import { spawnSync } from "node:child_process"
import { connectDirectly } from "../../../../db/direct-client.ts"
import { NEWEST_MIGRATION } from "../../../../db/fitness.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { ask } from "./ask.ts"
import { type Backup, writeBackup } from "./backup-file.ts"
import { writeRecord } from "./backup-record.ts"
import { countDatabase, OWN_SCHEMAS } from "./counts.ts"
import { feed, outputOf, type Program, ProgramError } from "./run-program.ts"
import { readWaitingJobs } from "./waiting-jobs.ts"

export interface DumpOptions {
  passphrase?: string | undefined
  /** Where the jobs are that wait: they are a part of the backup, in its record. */
  redisUrl?: string | undefined
}

/**
 * Writes the whole database into a file by pg_dump, while everything runs: its one transaction sees one moment, and
 * what is counted for the file's record sees the same one. Returns what kept the jobs in Redis from being in the record,
 * if anything did: a backup without them is better than none.
 * @throws StartError where the pg_dump of the server's version is not there, or fails.
 */
export async function dumpDatabase(
  url: string,
  file: string,
  { passphrase, redisUrl }: DumpOptions,
): Promise<{ withoutJobs?: unknown }> {
  const program = await programOf(url, "pg_dump")
  const [read] = await Promise.allSettled([redisUrl ? readWaitingJobs(redisUrl, url) : null])
  const waiting = read.status === "fulfilled" ? read.value : null
  const client = await connectDirectly(url)
  try {
    await client.query(UNLIMITED)
    await client.query("begin isolation level repeatable read, read only")
    const { rows } = await client.query<{ snapshot: string; madeAt: Date }>(
      'select pg_export_snapshot() as snapshot, now() as "madeAt"',
    )
    const { snapshot = "", madeAt = new Date() } = rows[0] ?? {}
    const how = [`--snapshot=${snapshot}`, "--format=custom"]
    const counting = countDatabase(client)
    // It is waited for below, and where pg_dump fails nobody wants it.
    counting.catch(() => undefined)
    async function* dumpAndCount() {
      yield* outputOf(connected(program, url, how))
      // Within the file's making: without its counts it does not get its name.
      await counting
    }
    await writeBackup(dumpAndCount(), file, passphrase)
    await writeRecord(file, { madeAt, counts: await counting, waiting }, passphrase)
  } finally {
    await client.end()
  }
  return read.status === "rejected" ? { withoutJobs: read.reason } : {}
}

/** A large table may take long to be counted, and pg_dump longer, while the snapshot is held. */
const UNLIMITED =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0"

/**
 * Fills an empty database from a backup by pg_restore, wholly or not at all, as it was. `open` is called twice, the
 * first time for the version: a backup may be larger than memory, or than what is free on the disk.
 * @throws StartError where something is in the database, for a file of a newer version, and for a damaged one.
 */
export async function fillDatabase(url: string, open: () => Promise<Backup>): Promise<void> {
  const program = await programOf(url, "pg_restore")
  await rejectUsed(url)
  rejectNewer(await migrationIn(await open(), program))
  // Of comments there are only those of extensions, which belong to the role that installed them.
  const how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]
  await feedBackup(await open(), connected(program, url, how))
}

/**
 * Fills an empty database, migrates it to this version's schema, and does `afterwards`; where either fails the database
 * is empty again.
 * @throws StartError as `fillDatabase` does.
 */
export async function restoreDatabase<A>(
  url: string,
  open: () => Promise<Backup>,
  afterwards: () => Promise<A>,
): Promise<A> {
  await fillDatabase(url, open)
  try {
    await migrateDatabase(url)
    return await afterwards()
  } catch (error) {
    await emptyDatabase(url)
    throw error
  }
}

async function emptyDatabase(url: string): Promise<void> {
  try {
    await ask(url, EMPTYING)
  } catch {
    console.error(
      "The restore did not come to its end, and what it left could not be removed. Drop the database and create it again, before anything is started.",
    )
  }
}

const EMPTYING = `do $$ declare name text; begin
  for name in select nspname from pg_namespace where ${OWN_SCHEMAS} loop
    execute format('drop schema %I cascade', name);
  end loop;
  create schema public;
  grant usage on schema public to public;
end $$`

/** Throws for a database that a newer version has migrated: this one does not know what it holds. */
export function rejectNewer(migratedAt: number): void {
  if (migratedAt > NEWEST_MIGRATION)
    throw new StartError(
      "The backup was made by a newer version of Pushcart. Restore it with that version. Nothing was restored.",
    )
}

/** When the last migration was made that the dumped database has seen. */
async function migrationIn(backup: Backup, command: string): Promise<number> {
  const args = ["--data-only", "--schema=drizzle", "--table=__drizzle_migrations", "--file=-"]
  const rows = (await feedBackup(backup, { command, args })).matchAll(/^\d+\t[0-9a-f]+\t(\d+)$/gm)
  const times = [...rows].map(([, createdAt]) => Number(createdAt))
  if (times.length === 0)
    throw new StartError("The file is a dump of some other database than Pushcart's. Nothing was restored.")
  return Math.max(...times)
}

/** Gives pg_restore a backup; says in a sentence whether the file or the database was the reason when it fails. */
async function feedBackup({ file, content }: Backup, program: Program): Promise<string> {
  try {
    return await feed(content, program)
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    // What a backup says is valid text, so bytes that are none changed on the way, also in a statement.
    const isFile =
      !/ERROR:|FATAL:|connection/.test(error.message) || error.message.includes("invalid byte sequence")
    throw new StartError(
      `${isFile ? `${file} is damaged, was cut off, or is of a newer pg_dump` : "The database rejected it"}: ${error.message.replace(/\.?$/, ".")} Nothing was restored.`,
    )
  }
}

async function rejectUsed(url: string): Promise<void> {
  const [row] = await ask<{ used: boolean }>(
    url,
    `select exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and ${OWN_SCHEMAS}
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
