import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join, resolve, sep } from "node:path"
import { Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { FOLDER_MODE, openDataDir } from "@pushcart/devkit/data-dir"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import { locatePostgres } from "@pushcart/devkit/postgres-binaries"
import { connectDirectly } from "../../../../db/direct-client.ts"
import { migratedAt } from "../../../../db/fitness.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { writeBackup } from "./backup-file.ts"
import { writeRecord } from "./backup-record.ts"
import { countAt } from "./counts.ts"
import { rejectNewer } from "./database-dump.ts"
import { feed, outputOf } from "./run-program.ts"

/** The start's own notes and logs, and incomplete files left by a killed start. */
const LEFT_OUT = /^(run\.|\.probe-|postgres\.(log|new|pw))/

/**
 * Copies the data folder of an npm start that is stopped into a file: database, images, keys, list of deletions.
 * @throws StartError while that start runs, and if there is no such folder.
 */
export async function packDataFolder(dataDir: string, file: string, passphrase?: string): Promise<void> {
  const path = resolve(dataDir)
  const cluster = clusterOf(path)
  if (!existsSync(join(path, "keys.json")) || !existsSync(join(cluster, "PG_VERSION")))
    throw new StartError(
      `There is no database of an npm start in ${path}. Set DATA_DIR to its folder, or DATABASE_URL to a database of your own.`,
    )
  if (resolve(file).startsWith(path + sep))
    throw new StartError("Write the backup outside of the data folder: it would be a part of itself.")
  const data = openDataDir(path)
  try {
    if (data.read().isSeeding)
      throw new StartError("The demo in this folder is only half made. Run npm start once, then stop it.")
    // Takes over a server that a killed start left running; shutting it down writes the data that is only in its log.
    const postgres = await startEmbeddedPostgres({
      directory: join(path, "postgres"),
      password: data.keys.postgresPassword,
    })
    const madeAt = new Date()
    const counts = await countAt(postgres.url("pushcart")).finally(() => postgres.stop())
    const names = readdirSync(path).filter((name) => !LEFT_OUT.test(name))
    const elsewhere = dirname(cluster) === path ? [] : ["-C", dirname(cluster), basename(cluster)]
    const tar = outputOf({ command: "tar", args: ["-cf", "-", "-C", path, ...names, ...elsewhere] })
    await writeBackup(Readable.from(tar).pipe(createGzip()), file, passphrase)
    await writeRecord(file, { madeAt, counts, waiting: null }, passphrase)
  } finally {
    data.release()
  }
}

/**
 * Creates a data folder from a backup, completely or not at all, migrated to this version's schema. `beforeUse` gets
 * the URL of its database, which runs during that call, before an npm start can find the folder.
 * @throws StartError if something exists there already, for a file of a newer version, and for a damaged one.
 */
export async function unpackDataFolder<A>(
  content: AsyncIterable<Uint8Array>,
  dataDir: string,
  beforeUse: (url: string) => Promise<A>,
): Promise<A> {
  const path = resolve(dataDir)
  for (const taken of [path, clusterOf(path)])
    if (existsSync(taken) && readdirSync(taken).length > 0)
      throw new StartError(`There is something in ${taken} already. Restore into a new folder: set DATA_DIR.`)
  const aside = `${path}.restoring`
  removeDataFolder(aside)
  try {
    const result = await unpackInto(aside, content, async (url) => {
      await migrateDatabase(url)
      return beforeUse(url)
    })
    if (clusterOf(aside) !== join(aside, "postgres")) renameSync(clusterOf(aside), clusterOf(path))
    renameSync(aside, path)
    return result
  } catch (error) {
    removeDataFolder(aside)
    throw error
  }
}

/**
 * Unpacks a backup into a folder that is removed afterwards; `use` gets the URL of its database, not migrated.
 * @throws StartError for a file of a newer version, and for a damaged one.
 */
export async function tryDataFolder<A>(
  content: AsyncIterable<Uint8Array>,
  path: string,
  use: (url: string) => Promise<A>,
): Promise<A> {
  try {
    return await unpackInto(path, content, use)
  } finally {
    removeDataFolder(path)
  }
}

/** Removes the folder together with its cluster, which may be elsewhere. */
export function removeDataFolder(path: string): void {
  for (const folder of [path, clusterOf(path)]) rmSync(folder, { recursive: true, force: true })
}

async function unpackInto<A>(
  path: string,
  content: AsyncIterable<Uint8Array>,
  use: (url: string) => Promise<A>,
): Promise<A> {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
  await feed(content, { command: "tar", args: ["-xpf", "-", "--no-same-owner", "-C", path] })
  settleCluster(path)
  return withDatabase(path, use)
}

const clusterOf = (path: string) => locatePostgres().reachable(join(path, "postgres"))

/** Moves the unpacked cluster to where the database's user can reach it, and makes that user its owner. */
function settleCluster(path: string): void {
  const unpacked = readdirSync(path).find((name) => existsSync(join(path, name, "PG_VERSION")))
  if (!unpacked) throw new StartError("The file has no database in it. Nothing was restored.")
  const cluster = clusterOf(path)
  if (join(path, unpacked) !== cluster) run("mv", join(path, unpacked), cluster)
  const { uid, gid } = locatePostgres().user
  if (uid !== undefined) run("chown", "-R", `${uid}:${gid}`, cluster)
}

async function withDatabase<A>(path: string, use: (url: string) => Promise<A>): Promise<A> {
  const data = openDataDir(path)
  try {
    const postgres = await startEmbeddedPostgres({
      directory: join(path, "postgres"),
      password: data.keys.postgresPassword,
    })
    try {
      const url = postgres.url("pushcart")
      rejectNewer(await newestMigration(url))
      return await use(url)
    } finally {
      await postgres.stop()
      rmSync(`${postgres.directory}.log`, { force: true })
    }
  } finally {
    data.release()
    for (const name of ["run.json", "run.lock"]) rmSync(join(path, name), { force: true })
  }
}

async function newestMigration(url: string): Promise<number> {
  const client = await connectDirectly(url)
  try {
    return (await migratedAt(client)) ?? 0
  } finally {
    await client.end()
  }
}

/** Uses the system's own programs, which work across disks and on whole folders. */
function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" })
  if (status !== 0) throw new StartError(`${command} failed: ${stderr?.trim()}. Nothing was restored.`)
}
