import { deletionListFile } from "../../../../server/backup/deletion-list.ts"
import { readDeletionLists, repeatDeletions } from "../../../../server/backup/repeat-deletions.ts"
import { exitWith } from "../../../../server/cli/exit-with.ts"
import { parseSettings } from "../../../../server/config/env.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { openBackup } from "./backup-file.ts"
import { readRecord } from "./backup-record.ts"
import { unpackDataFolder } from "./data-folder.ts"
import { restoreDatabase } from "./database-dump.ts"
import { requireEmptyQueues, restoreWaitingJobs } from "./waiting-jobs.ts"

/**
 * `npm run restore -- FILE [LIST… | --nobody-left]`: fills the empty database at DATABASE_URL, or creates the data
 * folder DATA_DIR of an npm start, completely or not at all, and repeats the account deletions since the backup: those
 * in DATA_DIR/deletions.jsonl, or in the given lists.
 */
const [file, ...more] = process.argv.slice(2)
if (!file) {
  console.error(
    "Usage: npm run restore -- pushcart.backup [deletions.jsonl … | --nobody-left], with everything else stopped.",
  )
  process.exit(1)
}
try {
  const { erased, open } = await restore(file, more)
  console.log(`Everything is back; ${erased} people who left since were deleted once more.`)
  for (const text of open) console.log(`Open at the time of the backup: ${text}`)
} catch (error) {
  exitWith(error)
}

async function restore(file: string, more: string[]) {
  const settings = parseSettings(process.env)
  const { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase, REDIS_URL: redisUrl } = settings
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  const own = deletionListFile(dataDir)
  const left = await readDeletionLists(more.includes("--nobody-left") ? [] : more.length > 0 ? more : [own])
  const open = () => openBackup(file, passphrase)
  const { kind, content } = await open()
  const record = await readRecord(file, passphrase)
  if (kind === "data folder") {
    if (url)
      throw new StartError(
        `${file} is the data folder of an npm start. Unset DATABASE_URL, and set DATA_DIR to where it is to be.`,
      )
    return unpackDataFolder(content, dataDir, (embedded) => repeatDeletions(embedded, left))
  }
  if (!url) throw new StartError(`${file} is a dump of a database. Set DATABASE_URL to an empty one.`)
  if (redisUrl) await requireEmptyQueues(redisUrl)
  const repeated = await restoreDatabase(url, open, async () => {
    const repeated = await repeatDeletions(url, left)
    // Done last, because if the restore failed later, the jobs would stay behind.
    if (redisUrl && record?.waiting) await restoreWaitingJobs(redisUrl, url, record.waiting)
    return repeated
  })
  if (redisUrl && !record?.waiting)
    console.log(
      "Jobs that waited in Redis when the backup was made are not in it: look for emails that were not sent.",
    )
  console.log("Put DATA_DIR/images back too, then start.")
  return repeated
}
