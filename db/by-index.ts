import { type SQL, sql } from "drizzle-orm"
import { commitWith, type Database } from "./client.ts"
import { preparedSql } from "./prepared.ts"

/**
 * Has a transaction find rows by their index, by plans that are kept. The outbox and what a till writes grow from nothing
 * to many thousands within a minute, and a plan from when they were empty reads all of them, each time, until PostgreSQL
 * counts them anew. Where ids come as a list, it would plan each time, for longer than the statement takes.
 */
export const byIndex = sql`set_config('enable_seqscan', 'off', true) = 'off'
  and set_config('plan_cache_mode', 'force_generic_plan', true) <> ''`
const lookByIndex = preparedSql("looks_by_index", sql`select ${byIndex}`)

/** A statement that looks so, as a transaction and a message of its own. Answers its rows. */
export async function executeByIndex<Row extends Record<string, unknown>>(db: Database, statement: SQL) {
  const [, { rows }] = await db.transaction((tx) =>
    commitWith(tx, [lookByIndex(tx, {}), tx.execute<Row>(statement).execute()]),
  )
  return rows
}
