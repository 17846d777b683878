import type { ClientBase, Pool } from "pg"
import journal from "./migrations/meta/_journal.json" with { type: "json" }

/** Ids come from uuidv7(), which PostgreSQL 18 brought. */
const OLDEST_POSTGRES = 18

const MADE_AT = journal.entries.map(({ when }) => when)

/** When the newest migration was made: a database that was migrated later than this belongs to a newer version. */
export const NEWEST_MIGRATION = Math.max(...MADE_AT)

/** The first migration makes the schema of e013ddf1 in an empty database. One that is older than that fits no migration. */
const OLDEST_MIGRATION = Math.min(...MADE_AT)

/** The database answers, and this version cannot work with it. The message says what to do. */
export class UnfitDatabaseError extends Error {
  override name = "UnfitDatabaseError"
}

type Asked = Pick<ClientBase | Pool, "query">

/**
 * The server's version, and why the schema cannot be made on it where that is so. An older server that was given a `uuidv7()` of
 * its own will do, as it does in tests of the distribution's PostgreSQL.
 */
export async function judgeServer(client: Asked): Promise<{ version: string; says?: string; todo?: string }> {
  const { rows } = await client.query<{ version: string; fits: boolean }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
      to_regprocedure('uuidv7()') is not null as fits`,
  )
  const { version = "", fits = false } = rows[0] ?? {}
  if (fits) return { version }
  const todo = `Pushcart needs ${OLDEST_POSTGRES} or newer: dump, upgrade, restore.`
  return { version, says: `is version ${version}.`, todo }
}

/** @throws UnfitDatabaseError where the server is older than what the schema needs. */
export async function requireServerVersion(client: Asked): Promise<void> {
  const { says, todo } = await judgeServer(client)
  if (says) throw new UnfitDatabaseError(`PostgreSQL ${says} ${todo}`)
}

/** When the newest of the migrations that the database has seen was made, in ms since 1970; null where it has seen none. */
export async function migratedAt(client: Asked): Promise<number | null> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  )
  if (!found[0]?.name) return null
  const { rows } = await client.query<{ at: string | null }>(
    "select max(created_at) as at from drizzle.__drizzle_migrations",
  )
  return rows[0]?.at ? Number(rows[0].at) : null
}

/** @throws UnfitDatabaseError where the tables are of a version before the first migration of this one. */
export async function requireMigratable(client: Asked): Promise<void> {
  const at = await migratedAt(client)
  if (at !== null && at < OLDEST_MIGRATION)
    throw new UnfitDatabaseError(
      "The tables in the database are older than e013ddf1, with which 0.2.0 begins: start e013ddf1 once first, then this version. Nothing was changed.",
    )
}

/**
 * A schema of this version, or of a later one: those are made so that the version before can live with them.
 * @throws UnfitDatabaseError where the server or the schema is older.
 */
export async function requireFitDatabase(client: Asked): Promise<void> {
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
