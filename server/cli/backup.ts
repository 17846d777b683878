import { readFileSync } from "node:fs"
import { join } from "node:path"
import { writeBackup } from "#server/backup/write-backup.ts"
import { exitWith } from "./exit-with.ts"

/** `npm run backup -- FILE.gz`: the database at DATABASE_URL, or that of the npm start that runs in DATA_DIR. */
const [file] = process.argv.slice(2)
const url = process.env.DATABASE_URL ?? embedded(process.env.DATA_DIR ?? ".data")
if (!file || !url) {
  console.error(
    file
      ? "DATABASE_URL is missing, and no npm start runs in DATA_DIR. Set the one, or start the other."
      : "Usage: npm run backup -- pushcart.backup.gz",
  )
  process.exit(1)
}
try {
  const rows = await writeBackup(url, file)
  console.log(`${rows} rows are in ${file}. It holds personal data: keep it like the database itself.`)
  console.log("Pictures on disk are not in it: copy DATA_DIR/images after it, and keep the secrets apart.")
} catch (error) {
  exitWith(error)
}

/** The embedded PostgreSQL listens for this machine alone, with a password that is kept beside it. */
function embedded(dataDir: string): string | undefined {
  try {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(dataDir, name), "utf8")) as Record<string, unknown>
    const port = read("run.json").postgresPort
    return port
      ? `postgres://pushcart:${read("keys.json").postgresPassword}@127.0.0.1:${port}/pushcart`
      : undefined
  } catch {
    return undefined
  }
}
