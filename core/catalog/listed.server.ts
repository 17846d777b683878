import { sql } from "drizzle-orm"
import { markets } from "#db/schema/index.ts"

/**
 * That a market may sell now. Written as the indexes of listed markets have it: a parameter in its place would keep
 * PostgreSQL from using them in a plan that it keeps.
 */
export const listed = sql`${markets.canSell}`
