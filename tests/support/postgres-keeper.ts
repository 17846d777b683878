// A process that runs the tests' PostgreSQL. It exits and cleans up when its parent process is gone, no matter how that
// ended.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import pg from "pg"
import { loadZips } from "#db/data/load-zips.ts"
import { migrateDatabase } from "#db/migrate.ts"
import { onEndOfParent } from "#server/cli/parent-process.ts"
import { fixedCost } from "./fixed-costs.ts"
import { TEMPLATE, ZIPS_TEMPLATE } from "./postgres-template.ts"

const directory = mkdtempSync(join(tmpdir(), "pushcart-test-"))
// Started by root, the database runs as another user, who needs access to the folder.
chmodSync(directory, 0o711)
const server = await fixedCost("PostgreSQL", () =>
  startEmbeddedPostgres({
    directory: join(directory, "postgres"),
    password: crypto.randomUUID(),
    throwaway: true,
  }),
)

async function stop(code = 0): Promise<never> {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
  if (server.directory !== join(directory, "postgres"))
    rmSync(server.directory, { recursive: true, force: true })
  process.exit(code)
}
onEndOfParent(() => void stop())
// Ctrl-C is sent to the whole process group, but the tests still need the database while they clean up.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => void stop())

async function makeTemplates(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url("postgres") })
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE}`)
    await migrateDatabase(server.url(TEMPLATE))
    await client.query(`create database ${ZIPS_TEMPLATE} template ${TEMPLATE}`)
    await loadZips(server.url(ZIPS_TEMPLATE))
    for (const name of [TEMPLATE, ZIPS_TEMPLATE])
      await client.query(`alter database ${name} is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

try {
  await fixedCost("template databases", makeTemplates)
  console.log(JSON.stringify({ url: server.url("postgres") }))
} catch (error) {
  console.error(error instanceof Error && error.cause ? error.cause : error)
  await stop(1)
}
