import { sql } from "drizzle-orm"

/**
 * For a transaction that looks through a table which grows from nothing to many thousands of rows within a minute: a
 * plan from when it was empty would read all of them, each time, until PostgreSQL counts them again.
 */
export const byIndex = sql`set local enable_seqscan = off`
