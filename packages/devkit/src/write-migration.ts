import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * npm run migration -- NAME: writes the SQL that brings the database to db/schema, into db/migrations. Drizzle compares
 * with the newest snapshot only, so older ones are removed.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url))
const folder = join(root, "db/migrations")
const [name] = process.argv.slice(2)

const isMigration = (file: string) => file.endsWith(".sql")
const before = new Set(readdirSync(folder).filter(isMigration))
const program = [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate"]
execFileSync(process.execPath, ["--bun", ...program, ...(name ? ["--name", name] : [])], {
  cwd: root,
  stdio: "inherit",
})
for (const file of readdirSync(folder).filter((file) => isMigration(file) && !before.has(file))) {
  const path = join(folder, file)
  writeFileSync(path, keepingIndexesMadeByHand(readFileSync(path, "utf8")))
}
const snapshots = readdirSync(join(folder, "meta"))
  .filter((file) => file.endsWith("_snapshot.json"))
  .sort()
for (const file of snapshots.slice(0, -1)) rmSync(join(folder, "meta", file))

/**
 * Creating an index blocks writes to a large table, so an operator may create it beforehand with CONCURRENTLY
 * (docs/capacity.md): the migration then skips it.
 */
function keepingIndexesMadeByHand(sql: string): string {
  const made = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table))
  return sql.replace(/^(CREATE (?:UNIQUE )?INDEX) ("\w+" ON "(\w+)")/gm, (whole, create, index, table) =>
    made.has(table) ? whole : `${create} IF NOT EXISTS ${index}`,
  )
}
