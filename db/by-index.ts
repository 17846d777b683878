import { sql } from "drizzle-orm"

/**
 * For a transaction that searches a table which grows from empty to many thousands of rows within a minute: a plan from
 * when it was empty would read the whole table, each time, until PostgreSQL updates its statistics.
 */
export const byIndex = sql`set local enable_seqscan = off`

/** `byIndex` as a column of the transaction's first query; it applies to the statements after it. */
export const setByIndex = sql`set_config('enable_seqscan', 'off', true)`
