import { and, desc, eq } from "drizzle-orm"
import { payouts } from "#db/schema/index.ts"
import type { PayoutContext } from "./connect-account.server.ts"

/** Returns the amount, status and failure of the newest payout of the person who is signed in, or null. */
export async function lastPayout(ctx: PayoutContext) {
  const [row] = await ctx.db
    .select({ amountCents: payouts.amountCents, status: payouts.status, failure: payouts.failure })
    .from(payouts)
    .where(and(eq(payouts.userId, ctx.actor.userId), eq(payouts.role, ctx.actor.role)))
    .orderBy(desc(payouts.id))
    .limit(1)
  return row ?? null
}
