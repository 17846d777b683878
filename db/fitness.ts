import type { ClientBase, Pool } from "pg"
import journal from "./migrations/meta/_journal.json" with { type: "json" }

/** Ids come from uuidv7(), which is new in PostgreSQL 18. */
const OLDEST_POSTGRES = 18

const MADE_AT = journal.entries.map(({ when }) => when)

/** When the newest migration was created: a database with a later migration belongs to a newer version. */
export const NEWEST_MIGRATION = Math.max(...MADE_AT)

/**
 * The first migration creates the schema of commit e013ddf1 in an empty database. No migration fits an older schema.
 */
const OLDEST_MIGRATION = Math.min(...MADE_AT)

/** The database responds, but this version cannot work with it. The message explains what to do. */
export class UnfitDatabaseError extends Error {
  override name = "UnfitDatabaseError"
}

type QueryClient = Pick<ClientBase | Pool, "query">

/**
 * Returns the server's version and, if the schema cannot be created on it, why. An older server with its own `uuidv7()`
 * is accepted, as in tests with the distribution's PostgreSQL.
 */
export async function judgeServer(
  client: QueryClient,
): Promise<{ version: string; says?: string; todo?: string }> {
  const { rows } = await client.query<{ version: string; fits: boolean }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
      to_regprocedure('uuidv7()') is not null as fits`,
  )
  const { version = "", fits = false } = rows[0] ?? {}
  if (fits) return { version }
  const todo = `Pushcart needs ${OLDEST_POSTGRES} or newer: dump, upgrade, restore.`
  return { version, says: `is version ${version}.`, todo }
}

/** @throws UnfitDatabaseError if the server is older than what the schema needs. */
export async function requireServerVersion(client: QueryClient): Promise<void> {
  const { says, todo } = await judgeServer(client)
  if (says) throw new UnfitDatabaseError(`PostgreSQL ${says} ${todo}`)
}

/** Returns when the newest migration of the database was created, in ms since 1970; null if it has none. */
export async function migratedAt(client: QueryClient): Promise<number | null> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  )
  if (!found[0]?.name) return null
  const { rows } = await client.query<{ at: string | null }>(
    "select max(created_at) as at from drizzle.__drizzle_migrations",
  )
  return rows[0]?.at ? Number(rows[0].at) : null
}

/** @throws UnfitDatabaseError if the tables are from a version before this version's first migration. */
export async function requireMigratable(client: QueryClient): Promise<void> {
  const at = await migratedAt(client)
  if (at !== null && at < OLDEST_MIGRATION)
    throw new UnfitDatabaseError(
      "The tables in the database are older than e013ddf1, with which 0.2.0 begins: start e013ddf1 once first, then this version. Nothing was changed.",
    )
}

/**
 * Accepts a schema of this version or a later one: later schemas stay compatible with the previous version.
 * @throws UnfitDatabaseError if the server or the schema is older.
 */
export async function requireFitDatabase(client: QueryClient): Promise<void> {
  await requireServerVersion(client)
  const at = await migratedAt(client)
  if (at === null)
    throw new UnfitDatabaseError(`The database at DATABASE_URL has no tables of Pushcart's yet. ${MIGRATE}`)
  if (at < NEWEST_MIGRATION)
    throw new UnfitDatabaseError(
      `The tables in the database at DATABASE_URL are of an older version of Pushcart. ${MIGRATE}`,
    )
}

const MIGRATE =
  "Run node_modules/.bin/bun server/cli/migrate.ts with the same DATABASE_URL (with Compose: docker compose run --rm migrate), then start again."
