import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import { isLockTimeout } from "#core/sql-state.ts"
import { connectDirectly } from "./direct-client.ts"
import { requireMigratable, requireServerVersion, UnfitDatabaseError } from "./fitness.ts"
import { limitRole, readLimits } from "./limits.ts"

/** "push" in ASCII: the advisory lock that lets only one of several starting processes migrate. */
const MIGRATION_LOCK = 0x70757368

/**
 * How long a migration waits for the lock on a table, blocking everybody else who needs that table, and how often it
 * tries.
 */
const LOCK_TIMEOUT = "2s"
const TRIES = 30
const PAUSE_MS = 3_000

/**
 * Migrates the database at `connectionString` to the newest schema. Safe to call from many processes at once. Sets the
 * request limits for its role (limits.ts).
 * @throws UnfitDatabaseError if the server or the schema is too old, the URL leads to a pooler, or a table is in use
 * for minutes.
 */
export async function migrateDatabase(
  connectionString: string,
  migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url)),
): Promise<void> {
  const client = await connectDirectly(connectionString)
  try {
    await requireServerVersion(client)
    const limits = await readLimits(client)
    await client.query(UNLIMITED)
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    await inTries(async () => {
      await requireMigratable(client)
      await migrate(drizzle(client), { migrationsFolder })
    })
    await limitRole(client, limits)
  } finally {
    await client.end()
  }
}

/** Building an index may take long, and so may waiting for another process's migration. */
const UNLIMITED =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0"

/**
 * A migration that waits for a long transaction blocks everybody who uses the table after it. So it gives up quickly,
 * lets them through, and tries again: all pending migrations are one transaction, which is rolled back completely.
 */
async function inTries(work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (left <= 1) throw new UnfitDatabaseError(IN_USE)
      await Bun.sleep(PAUSE_MS)
    }
}

const IN_USE =
  "A table that has to be changed is in use by a long transaction (see pg_stat_activity). Nothing was changed: end it, then migrate again."
