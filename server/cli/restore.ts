import { migrateDatabase } from "#db/migrate.ts"
import { RestoreError, restoreBackup } from "#server/backup/restore-backup.ts"
import { postgresBackend } from "#server/platform/queues/postgres-backend.ts"

/** `npm run restore -- FILE.gz`: fills the empty database at DATABASE_URL from a backup, wholly or not at all. */
const [file] = process.argv.slice(2)
const url = process.env.DATABASE_URL
if (!file || !url) {
  console.error(
    "Usage: DATABASE_URL=postgres://… npm run restore -- pushcart.backup.gz, with everything else stopped.",
  )
  process.exit(1)
}
try {
  await migrateDatabase(url)
  // Makes the queues' tables, which the backup has rows of.
  await (await postgresBackend({ connectionString: url, workers: 0 })).close()
  const rows = await restoreBackup(url, file)
  console.log(`${rows} rows are back. Put DATA_DIR/images back too, then start.`)
} catch (error) {
  console.error(error instanceof RestoreError ? error.message : error)
  process.exit(1)
}
