import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import pg from "pg"
import { requireServerVersion } from "./fitness.ts"

/** "push" in ASCII: the advisory lock that lets only one of several starting processes migrate. */
const MIGRATION_LOCK = 0x70757368

/**
 * Brings the database at `connectionString` to the newest schema. Safe to call from many processes at once.
 * @throws UnfitDatabaseError where the server is too old.
 */
export async function migrateDatabase(
  connectionString: string,
  migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url)),
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await requireServerVersion(client)
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
