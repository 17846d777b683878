import { sql } from "drizzle-orm"

/**
 * True, and the statement's transaction is committed before it is on disk: for what is known again, or needs not be,
 * after a crash or a power cut within the last half second. The next commit that does wait takes it along.
 */
export const waitsForNoDisk = sql`set_config('synchronous_commit', 'off', true) = 'off'`
