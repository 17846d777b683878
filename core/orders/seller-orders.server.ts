import { sql } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"

/** The part of the SQL that makes another seller's order not found. */
export const ofSeller = (ctx: SellerContext) =>
  sql`${orders.marketId} in (select m.id from markets m where m.user_id = ${ctx.actor.userId})`
