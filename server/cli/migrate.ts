import { loadZips } from "#db/data/load-zips.ts"
import { migrateDatabase } from "#db/migrate.ts"
import { exitWith } from "./exit-with.ts"

/**
 * Migrates the database at DATABASE_DIRECT_URL, or else DATABASE_URL, to the newest schema and loads the zip table.
 * Runs before web and worker start.
 */
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
if (!url) {
  console.error("DATABASE_URL is missing. Set it to the PostgreSQL that is to be migrated.")
  process.exit(1)
}
try {
  await migrateDatabase(url)
  await loadZips(url)
  console.log("The database is up to date.")
} catch (error) {
  exitWith(error)
}
