import { sql } from "drizzle-orm"

/**
 * For a transaction that looks through a table which grows from nothing to many thousands of rows within a minute: a
 * plan from when it was empty would read all of them, each time, until PostgreSQL counts them again.
 */
export const byIndex = sql`set local enable_seqscan = off`

/** `byIndex` as a column of the transaction's first query, for the statements after it. */
export const setByIndex = sql`set_config('enable_seqscan', 'off', true)`
