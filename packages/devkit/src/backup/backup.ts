import { exitWith } from "../../../../server/cli/exit-with.ts"
import { parseSettings } from "../../../../server/config/env.ts"
import { packDataFolder } from "./data-folder.ts"
import { dumpDatabase } from "./database-dump.ts"

/**
 * `npm run backup -- FILE`: the database at DATABASE_URL, while everything runs; without one, the data folder of an npm
 * start that is stopped. Encrypted where BACKUP_PASSPHRASE is set.
 */
const [file] = process.argv.slice(2)
if (!file) {
  console.error("Usage: npm run backup -- pushcart.backup")
  process.exit(1)
}
try {
  const settings = parseSettings(process.env)
  const { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase } = settings
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  if (url) await dumpDatabase(url, file, passphrase)
  else await packDataFolder(dataDir, file, passphrase)
  console.log(
    url
      ? `The database is in ${file}. Pictures on disk are not: copy DATA_DIR/images after it, and keep the secrets apart.`
      : `Database, pictures and keys of ${dataDir} are in ${file}.`,
  )
  console.log(
    passphrase
      ? "It is encrypted: without the passphrase nobody reads it, you neither."
      : "It holds personal data and is not encrypted: keep it like the database itself, or set BACKUP_PASSPHRASE.",
  )
} catch (error) {
  exitWith(error)
}
