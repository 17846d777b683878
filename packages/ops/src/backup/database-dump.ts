import { spawnSync } from "node:child_process"
import { connectDirectly } from "../../../../db/direct-client.ts"
import { NEWEST_MIGRATION } from "../../../../db/fitness.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { type Backup, writeBackup } from "./backup-file.ts"
import { writeRecord } from "./backup-record.ts"
import { countDatabase, OWN_SCHEMAS } from "./counts.ts"
import { feed, outputOf, type Program, ProgramError } from "./run-program.ts"
import { runQuery } from "./run-query.ts"
import { readWaitingJobs } from "./waiting-jobs.ts"

export interface DumpOptions {
  passphrase?: string | undefined
  /** The Redis of the waiting jobs, which become part of the backup's record. */
  redisUrl?: string | undefined
}

/**
 * Writes the whole database into a file by pg_dump, while everything runs: pg_dump and the counts for the file's record
 * read the same snapshot. Returns the reason why the jobs in Redis are not in the record, if they are not: a backup
 * without them is better than none.
 * @throws StartError if the pg_dump of the server's version is missing, or fails.
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
    // The result is awaited below; if pg_dump fails, it is ignored.
    counting.catch(() => undefined)
    async function* dumpAndCount() {
      yield* outputOf(connected(program, url, how))
      // Awaited before the file is complete, because the file gets its name only if the counts are known.
      await counting
    }
    await writeBackup(dumpAndCount(), file, passphrase)
    await writeRecord(file, { madeAt, counts: await counting, waiting }, passphrase)
  } finally {
    await client.end()
  }
  return read.status === "rejected" ? { withoutJobs: read.reason } : {}
}

/** Counting a large table may take long, and pg_dump longer, while the snapshot is held. */
const UNLIMITED =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0"

/**
 * Fills an empty database from a backup by pg_restore, completely or not at all, without migrating it. `open` is called
 * twice, the first time to read the version: a backup may be larger than memory, or than the free disk space.
 * @throws StartError if the database is not empty, for a file of a newer version, and for a damaged one.
 */
export async function fillDatabase(url: string, open: () => Promise<Backup>): Promise<void> {
  const program = await programOf(url, "pg_restore")
  await rejectUsed(url)
  rejectNewer(await migrationIn(await open(), program))
  // The only comments are those of extensions, which belong to the role that installed them.
  const how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]
  await feedBackup(await open(), connected(program, url, how))
}

/**
 * Fills an empty database, migrates it to this version's schema, and runs `afterwards`; if either fails, the database
 * is emptied again.
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
    await runQuery(url, EMPTYING)
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

/** Throws for a database that a newer version has migrated: this version does not know its contents. */
export function rejectNewer(migratedAt: number): void {
  if (migratedAt > NEWEST_MIGRATION)
    throw new StartError(
      "The backup was made by a newer version of Pushcart. Restore it with that version. Nothing was restored.",
    )
}

/** The time of the newest migration in the dumped database. */
async function migrationIn(backup: Backup, command: string): Promise<number> {
  const args = ["--data-only", "--schema=drizzle", "--table=__drizzle_migrations", "--file=-"]
  const rows = (await feedBackup(backup, { command, args })).matchAll(/^\d+\t[0-9a-f]+\t(\d+)$/gm)
  const times = [...rows].map(([, createdAt]) => Number(createdAt))
  if (times.length === 0)
    throw new StartError("The file is a dump of some other database than Pushcart's. Nothing was restored.")
  return Math.max(...times)
}

/** Pipes a backup into pg_restore; if it fails, the error states whether the file or the database is the cause. */
async function feedBackup({ file, content }: Backup, program: Program): Promise<string> {
  try {
    return await feed(content, program)
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    // A dump is valid text, so invalid bytes mean that it was corrupted, even inside a statement.
    const isFile =
      !/ERROR:|FATAL:|connection/.test(error.message) || error.message.includes("invalid byte sequence")
    throw new StartError(
      `${isFile ? `${file} is damaged, was cut off, or is of a newer pg_dump` : "The database rejected it"}: ${error.message.replace(/\.?$/, ".")} Nothing was restored.`,
    )
  }
}

async function rejectUsed(url: string): Promise<void> {
  const [row] = await runQuery<{ used: boolean }>(
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
 * A program that connects to the database. The password is not among its arguments, because everyone on the machine can
 * read those.
 */
function connected(command: string, url: string, args: string[]): Program {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get("password")
  address.password = ""
  address.searchParams.delete("password")
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env
  return { command, args: [...args, `--dbname=${address}`], env }
}

/** PostgreSQL's own program in the server's major version: from Debian's folder, or on the PATH. */
async function programOf(url: string, name: "pg_dump" | "pg_restore"): Promise<string> {
  const [row] = await runQuery<{ major: number }>(
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
