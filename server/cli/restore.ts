import { migrateDatabase } from "#db/migrate.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { deletionListFile } from "#server/backup/deletion-list.ts"
import { readDeletionLists, repeatDeletions } from "#server/backup/repeat-deletions.ts"
import { restoreBackup } from "#server/backup/restore-backup.ts"
import { exitWith } from "./exit-with.ts"

/**
 * `npm run restore -- FILE.gz [LIST… | --nobody-left]`: fills the empty database at DATABASE_URL from a backup, wholly
 * or not at all, and deletes again who left since: whom DATA_DIR/deletions.jsonl names, or the lists given.
 */
const [file, ...more] = process.argv.slice(2)
const url = process.env.DATABASE_URL
if (!file || !url) {
  console.error(
    "Usage: DATABASE_URL=postgres://… npm run restore -- pushcart.backup.gz [deletions.jsonl … | --nobody-left], with everything else stopped.",
  )
  process.exit(1)
}
const own = deletionListFile(process.env.DATA_DIR ?? ".data")
const lists = more.includes("--nobody-left") ? [] : more.length > 0 ? more : [own]
try {
  const left = await readDeletionLists(lists)
  await migrateDatabase(url)
  // Makes the queues' tables, which the backup has rows of.
  await (await postgresBackend({ connectionString: url, workers: 0 })).close()
  const rows = await restoreBackup(url, file)
  const { erased, open } = await repeatDeletions(url, left)
  console.log(`${rows} rows are back; ${erased} people who left since were deleted once more.`)
  for (const text of open) console.log(`Open at the time of the backup: ${text}`)
  console.log("Put DATA_DIR/images back too, then start.")
} catch (error) {
  exitWith(error)
}
