import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import pg from "pg"
import journal from "./migrations/meta/_journal.json" with { type: "json" }

/** "push" in ASCII: the advisory lock that lets only one of several starting processes migrate. */
const MIGRATION_LOCK = 0x70757368

/** When the newest migration was made: a database that was migrated later than this belongs to a newer version. */
export const NEWEST_MIGRATION = Math.max(...journal.entries.map(({ when }) => when))

/** Brings the database at `connectionString` to the newest schema. Safe to call from many processes at once. */
export async function migrateDatabase(
  connectionString: string,
  migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url)),
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
