import { parseArgs } from "node:util"
import { exitWith } from "../../../../server/cli/exit-with.ts"
import { parseSettings } from "../../../../server/config/env.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { recordFile } from "./backup-record.ts"
import { newestSet } from "./backup-sets.ts"
import { packDataFolder } from "./data-folder.ts"
import { dumpDatabase } from "./database-dump.ts"
import { scheduleBackups } from "./schedule-backups.ts"
import { verifyAndNote } from "./verify-backup.ts"

/**
 * `npm run backup -- FILE`: the database at DATABASE_URL, while everything runs; without one, the data folder of an npm
 * start that is stopped. Encrypted if BACKUP_PASSPHRASE is set. `npm run backup -- --verify [FILE]`: restores it, or
 * the newest in BACKUP_DIR, into a scratch database, compares, and exits with 1 if something differs. `npm run backup
 * -- --schedule`: makes and verifies one in BACKUP_DIR every BACKUP_EVERY_HOURS.
 */
const USAGE =
  "Usage: npm run backup -- pushcart.backup, npm run backup -- --verify [pushcart.backup], or npm run backup -- --schedule"

try {
  const { values, positionals } = parseArgs({
    options: { verify: { type: "boolean" }, schedule: { type: "boolean" } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (values.schedule) await schedule()
  else if (values.verify) await verify(file)
  else if (file) await backUp(file)
  else throw new StartError(USAGE)
} catch (error) {
  if (error instanceof TypeError && "code" in error) exitWith(new StartError(`${error.message}\n${USAGE}`))
  exitWith(error)
}

function readSettings() {
  const settings = parseSettings(process.env)
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  return { ...settings, url, scratchUrl: settings.BACKUP_SCRATCH_URL ?? url }
}

async function backUp(file: string): Promise<void> {
  const { url, DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase, REDIS_URL: redisUrl } = readSettings()
  if (url) {
    const { withoutJobs } = await dumpDatabase(url, file, { passphrase, redisUrl })
    console.log(
      `The database is in ${file}. Pictures on disk are not: copy DATA_DIR/images after it, and keep the secrets apart.`,
    )
    if (withoutJobs) console.log(`The jobs that wait in Redis are not in it. ${messageOf(withoutJobs)}`)
  } else {
    await packDataFolder(dataDir, file, passphrase)
    console.log(`Database, pictures and keys of ${dataDir} are in ${file}.`)
  }
  console.log(`Keep ${recordFile(file)} beside it: what was counted stands there, to verify it by.`)
  console.log(
    passphrase
      ? "It is encrypted: without the passphrase nobody reads it, you neither."
      : "It holds personal data and is not encrypted: keep it like the database itself, or set BACKUP_PASSPHRASE.",
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function verify(named: string | undefined): Promise<void> {
  const { scratchUrl, BACKUP_DIR: directory, BACKUP_PASSPHRASE: passphrase } = readSettings()
  if (!named && !directory) throw new StartError(`Name a file, or set BACKUP_DIR. ${USAGE}`)
  const file = named ?? (await newestSet(directory ?? "")).file
  const problems = await verifyAndNote(file, { scratchUrl, passphrase })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log(`${file} restores: every table has its rows, and the books add up.`)
}

async function schedule(): Promise<void> {
  const { url, scratchUrl, BACKUP_DIR: directory, ...settings } = readSettings()
  if (!url || !scratchUrl || !directory)
    throw new StartError(
      "Set DATABASE_URL and BACKUP_DIR: on a schedule, a database of your own is backed up while everything runs.",
    )
  await scheduleBackups({
    ...settings,
    DATABASE_URL: url,
    BACKUP_DIR: directory,
    HOST: settings.HOST ?? "127.0.0.1",
    scratchUrl,
  })
}
