import { existsSync } from "node:fs"
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { deletionListFile } from "../../../../server/backup/deletion-list.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { writeBackup } from "./backup-file.ts"
import { dumpDatabase } from "./database-dump.ts"
import { outputOf } from "./run-program.ts"
import { readVerification } from "./verification-note.ts"

/** A folder of BACKUP_DIR: the database, the images on disk, and the list of deleted accounts. */
export interface BackupSet {
  /** The time of the backup, as the folder's name. */
  name: string
  madeAt: Date
  /** The database's backup in the folder. */
  file: string
}

export interface SetSettings {
  BACKUP_DIR: string
  /** How many of the newest sets to keep. */
  BACKUP_KEEP: number
  DATABASE_URL: string
  DATA_DIR: string
  BACKUP_PASSPHRASE?: string | undefined
  REDIS_URL?: string | undefined
}

const DATABASE = "pushcart.backup"
/** A tar of the images on disk, if there are any. */
export const IMAGES = "images.tar"
const PART = ".part"

/**
 * Creates a complete set or none, and removes the oldest ones beyond the number to keep.
 * @throws StartError as `dumpDatabase` does.
 */
export async function makeSet(
  settings: SetSettings,
  now: Date,
): Promise<{ set: BackupSet; bytes: number; withoutJobs?: unknown }> {
  const { BACKUP_DIR: directory, BACKUP_PASSPHRASE: passphrase, DATA_DIR: dataDir } = settings
  const part = join(directory, PART)
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o700 })
  // The database first: an image without a row does no harm, but a row without an image is a broken image on a page.
  const options = { passphrase, redisUrl: settings.REDIS_URL }
  const { withoutJobs } = await dumpDatabase(settings.DATABASE_URL, join(part, DATABASE), options)
  if (existsSync(join(dataDir, "images"))) {
    // tar exits with 1 if an image was deleted while it read the folder.
    const tar = { command: "tar", args: ["-C", dataDir, "-cf", "-", "images"], mayEndWith: 1 }
    await writeBackup(outputOf(tar), join(part, IMAGES), passphrase)
  }
  const list = deletionListFile(dataDir)
  if (existsSync(list)) await copyFile(list, join(part, "deletions.jsonl"))
  const set = setOf(directory, nameOf(now))
  await rename(part, join(directory, set.name))
  await removeOldSets(directory, settings.BACKUP_KEEP)
  return { set, withoutJobs, bytes: (await stat(set.file)).size }
}

/** The sets of a folder, newest first. */
export async function listSets(directory: string): Promise<BackupSet[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => setOf(directory, name))
}

/** @throws StartError if there is no set. */
export async function newestSet(directory: string): Promise<BackupSet> {
  const [newest] = await listSets(directory)
  if (!newest) throw new StartError(`There is no backup in ${directory} yet.`)
  return newest
}

/** The newest set whose verification restored it without a difference. */
export async function newestVerifiedSet(directory: string): Promise<BackupSet | undefined> {
  for (const set of await listSets(directory))
    if ((await readVerification(set.file))?.problems.length === 0) return set
  return undefined
}

/** The newest verified set is kept, no matter how old it is. */
async function removeOldSets(directory: string, keep: number): Promise<void> {
  const verified = await newestVerifiedSet(directory)
  const old = (await listSets(directory)).slice(keep).filter(({ name }) => name !== verified?.name)
  for (const { name } of old) await rm(join(directory, name), { recursive: true, force: true })
}

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
const nameOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(":", "-").concat("Z")

const setOf = (directory: string, name: string): BackupSet => ({
  name,
  madeAt: new Date(name.replace(NAME, "$1T$2:$3:$4Z")),
  file: join(directory, name, DATABASE),
})
