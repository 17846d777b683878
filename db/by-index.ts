import { sql } from "drizzle-orm"

/**
 * For a transaction that searches a table which may grow from empty to many thousands of rows within a minute. Until
 * PostgreSQL updates its statistics, a plan from when the table was empty would read the whole table every time.
 */
export const byIndex = sql`set local enable_seqscan = off`

/** `byIndex` as a column of the transaction's first query; it applies to the statements after it. */
export const setByIndex = sql`set_config('enable_seqscan', 'off', true)`
